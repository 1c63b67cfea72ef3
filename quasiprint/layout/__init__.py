"""Where each piece lies: rows on beds and sheets, drawings for the laser, pages."""
