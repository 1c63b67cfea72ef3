/*! A part of three.js 0.187.0, https://threejs.org

The MIT License

Copyright © 2010-2026 three.js authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE. */
var QuasiprintThree=(()=>{var kr=Object.defineProperty;var Yh=Object.getOwnPropertyDescriptor;var Kh=Object.getOwnPropertyNames;var Zh=Object.prototype.hasOwnProperty;var Jh=(n,e,t)=>e in n?kr(n,e,{enumerable:!0,configurable:!0,writable:!0,value:t}):n[e]=t;var $h=(n,e)=>{for(var t in e)kr(n,t,{get:e[t],enumerable:!0})},Qh=(n,e,t,i)=>{if(e&&typeof e=="object"||typeof e=="function")for(let r of Kh(e))!Zh.call(n,r)&&r!==t&&kr(n,r,{get:()=>e[r],enumerable:!(i=Yh(e,r))||i.enumerable});return n};var jh=n=>Qh(kr({},"__esModule",{value:!0}),n);var io=(n,e,t)=>Jh(n,typeof e!="symbol"?e+"":e,t);var kd={};$h(kd,{Box3:()=>Kt,BufferAttribute:()=>ni,BufferGeometry:()=>Ut,Color:()=>Ae,DirectionalLight:()=>Or,EdgesGeometry:()=>zs,Group:()=>br,HemisphereLight:()=>Fr,LineBasicMaterial:()=>en,LineSegments:()=>Ur,Mesh:()=>Oi,MeshPhongMaterial:()=>Ir,PerspectiveCamera:()=>Nr,Scene:()=>Rr,Vector3:()=>I,WebGLRenderer:()=>Gr});var ra=0,no=1,sa=2;var oa=1;var aa=3,pi=0,Tt=1,si=2,Vr=0,Ri=1,ro=2,so=3,oo=4,la=5;var Ci=100,ca=101,fa=102,ha=103,ua=104,da=200,pa=201,ma=202,_a=203,Wr=204,Xr=205,ga=206,xa=207,Ma=208,Sa=209,Ea=210,Ta=211,Aa=212,ya=213,va=214,On=0,Bn=1,Gn=2,wi=3,zn=4,Hn=5,kn=6,Vn=7,nn=0,ba=1,Ra=2,oi=0,Ca=1,wa=2,La=3,Pa=4,Ua=5,Da=6,Ia=7;var ao=300,qr=301,Fa=302;var Wn=1e3,Qt=1001,Xn=1002,At=1003,Na=1004;var qn=1005;var ai=1006,Yr=1007;var mi=1008;var pt=1009,Kr=1010,Zr=1011,_i=1012,rn=1013,Nt=1014,wt=1015,Li=1016,sn=1017,on=1018,Vi=1020,Jr=35902,$r=35899,Qr=1021,jr=1022,Ot=1023,gi=1026,xi=1027,es=1028,an=1029,Pi=1030,ln=1031;var cn=1033,fn=33776,hn=33777,un=33778,dn=33779,Yn=35840,Kn=35841,Zn=35842,Jn=35843,$n=36196,Qn=37492,jn=37496,er=37488,tr=37489,Wi=37490,ir=37491,nr=37808,rr=37809,sr=37810,or=37811,ar=37812,lr=37813,cr=37814,fr=37815,hr=37816,ur=37817,dr=37818,pr=37819,mr=37820,_r=37821,gr=36492,xr=36494,Mr=36495,Sr=36283,Er=36284,Xi=36285,Tr=36286;var Ar=0,Oa=1,Xt="",Lt="srgb",yr="srgb-linear",qi="linear",Ge="srgb";var ts=7680;var Ba=519,Ga=512,za=513,Ha=514,ka=515,Va=516,Wa=517,Xa=518,is=519,qa=35044;var lo="300 es",Pt=2e3,Yi=2001;function Ka(n){for(let e=n.length-1;e>=0;--e)if(n[e]>=65535)return!0;return!1}function mn(n){return document.createElementNS("http://www.w3.org/1999/xhtml",n)}function Za(){let n=mn("canvas");return n.style.display="block",n}var Ya={},pn=null;function co(...n){let e="THREE."+n.shift();pn?pn("log",e,...n):console.log(e,...n)}function Ja(n){let e=n[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=n[1];t&&t.isStackTrace?n[0]+=" "+t.getLocation():n[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return n}function ge(...n){n=Ja(n);let e="THREE."+n.shift();if(pn)pn("warn",e,...n);else{let t=n[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...n)}}function Ie(...n){n=Ja(n);let e="THREE."+n.shift();if(pn)pn("error",e,...n);else{let t=n[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...n)}}function Ki(...n){let e=n.join(" ");e in Ya||(Ya[e]=!0,ge(...n))}function $a(n,e,t){return new Promise(function(i,r){function s(){switch(n.clientWaitSync(e,n.SYNC_FLUSH_COMMANDS_BIT,0)){case n.WAIT_FAILED:r();break;case n.TIMEOUT_EXPIRED:setTimeout(s,t);break;default:i()}}setTimeout(s,t)})}var Qa={[On]:On,[Gn]:kn,[zn]:zn,[wi]:Hn,[Bn]:Bn,[kn]:Gn,[Vn]:Vn,[Hn]:wi};var It=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[e]===void 0&&(i[e]=[]),i[e].indexOf(t)===-1&&i[e].push(t)}hasEventListener(e,t){let i=this._listeners;return i===void 0?!1:i[e]!==void 0&&i[e].indexOf(t)!==-1}removeEventListener(e,t){let i=this._listeners;if(i===void 0)return;let r=i[e];if(r!==void 0){let s=r.indexOf(t);s!==-1&&r.splice(s,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let i=t[e.type];if(i!==void 0){e.target=this;let r=i.slice(0);for(let s=0,o=r.length;s<o;s++)r[s].call(this,e);e.target=null}}};var yt=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var _n=Math.PI/180,fo=180/Math.PI;function li(){let n=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,i=Math.random()*4294967295|0;return(yt[n&255]+yt[n>>8&255]+yt[n>>16&255]+yt[n>>24&255]+"-"+yt[e&255]+yt[e>>8&255]+"-"+yt[e>>16&15|64]+yt[e>>24&255]+"-"+yt[t&63|128]+yt[t>>8&255]+"-"+yt[t>>16&255]+yt[t>>24&255]+yt[i&255]+yt[i>>8&255]+yt[i>>16&255]+yt[i>>24&255]).toLowerCase()}function Pe(n,e,t){return Math.max(e,Math.min(t,n))}function ja(n,e){return(n%e+e)%e}function ns(n,e,t){return(1-t)*n+t*e}function rs(n){switch(n.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function el(n,e){if(e.constructor===Float32Array)return n;let t=rs(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(n/t,-1)}function tl(n,e){if(e.constructor===Float32Array)return n;let t=rs(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(n*t)}var ho=class ho{constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,i=this.y,r=e.elements;return this.x=r[0]*t+r[3]*i+r[6],this.y=r[1]*t+r[4]*i+r[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=Pe(this.x,e.x,t.x),this.y=Pe(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=Pe(this.x,e,t),this.y=Pe(this.y,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Pe(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(Pe(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y;return t*t+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let i=Math.cos(t),r=Math.sin(t),s=this.x-e.x,o=this.y-e.y;return this.x=s*i-o*r+e.x,this.y=s*r+o*i+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}};ho.prototype.isVector2=!0;var Re=ho;var qt=class{constructor(e=0,t=0,i=0,r=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=i,this._w=r}static slerpFlat(e,t,i,r,s,o,a){let c=i[r+0],l=i[r+1],h=i[r+2],m=i[r+3],_=s[o+0],g=s[o+1],M=s[o+2],T=s[o+3];if(m!==T||c!==_||l!==g||h!==M){let d=c*_+l*g+h*M+m*T;d<0&&(_=-_,g=-g,M=-M,T=-T,d=-d);let f=1-a;if(d<.9995){let E=Math.acos(d),R=Math.sin(E);f=Math.sin(f*E)/R,a=Math.sin(a*E)/R,c=c*f+_*a,l=l*f+g*a,h=h*f+M*a,m=m*f+T*a}else{c=c*f+_*a,l=l*f+g*a,h=h*f+M*a,m=m*f+T*a;let E=1/Math.sqrt(c*c+l*l+h*h+m*m);c*=E,l*=E,h*=E,m*=E}}e[t]=c,e[t+1]=l,e[t+2]=h,e[t+3]=m}static multiplyQuaternionsFlat(e,t,i,r,s,o){let a=i[r],c=i[r+1],l=i[r+2],h=i[r+3],m=s[o],_=s[o+1],g=s[o+2],M=s[o+3];return e[t]=a*M+h*m+c*g-l*_,e[t+1]=c*M+h*_+l*m-a*g,e[t+2]=l*M+h*g+a*_-c*m,e[t+3]=h*M-a*m-c*_-l*g,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,i,r){return this._x=e,this._y=t,this._z=i,this._w=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let i=e._x,r=e._y,s=e._z,o=e._order,a=Math.cos,c=Math.sin,l=a(i/2),h=a(r/2),m=a(s/2),_=c(i/2),g=c(r/2),M=c(s/2);switch(o){case"XYZ":this._x=_*h*m+l*g*M,this._y=l*g*m-_*h*M,this._z=l*h*M+_*g*m,this._w=l*h*m-_*g*M;break;case"YXZ":this._x=_*h*m+l*g*M,this._y=l*g*m-_*h*M,this._z=l*h*M-_*g*m,this._w=l*h*m+_*g*M;break;case"ZXY":this._x=_*h*m-l*g*M,this._y=l*g*m+_*h*M,this._z=l*h*M+_*g*m,this._w=l*h*m-_*g*M;break;case"ZYX":this._x=_*h*m-l*g*M,this._y=l*g*m+_*h*M,this._z=l*h*M-_*g*m,this._w=l*h*m+_*g*M;break;case"YZX":this._x=_*h*m+l*g*M,this._y=l*g*m+_*h*M,this._z=l*h*M-_*g*m,this._w=l*h*m-_*g*M;break;case"XZY":this._x=_*h*m-l*g*M,this._y=l*g*m-_*h*M,this._z=l*h*M+_*g*m,this._w=l*h*m+_*g*M;break;default:ge("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let i=t/2,r=Math.sin(i);return this._x=e.x*r,this._y=e.y*r,this._z=e.z*r,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,i=t[0],r=t[4],s=t[8],o=t[1],a=t[5],c=t[9],l=t[2],h=t[6],m=t[10],_=i+a+m;if(_>0){let g=.5/Math.sqrt(_+1);this._w=.25/g,this._x=(h-c)*g,this._y=(s-l)*g,this._z=(o-r)*g}else if(i>a&&i>m){let g=2*Math.sqrt(1+i-a-m);this._w=(h-c)/g,this._x=.25*g,this._y=(r+o)/g,this._z=(s+l)/g}else if(a>m){let g=2*Math.sqrt(1+a-i-m);this._w=(s-l)/g,this._x=(r+o)/g,this._y=.25*g,this._z=(c+h)/g}else{let g=2*Math.sqrt(1+m-i-a);this._w=(o-r)/g,this._x=(s+l)/g,this._y=(c+h)/g,this._z=.25*g}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let i=e.dot(t)+1;return i<1e-8?(i=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=i):(this._x=0,this._y=-e.z,this._z=e.y,this._w=i)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=i),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(Pe(this.dot(e),-1,1)))}rotateTowards(e,t){let i=this.angleTo(e);if(i===0)return this;let r=Math.min(1,t/i);return this.slerp(e,r),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let i=e._x,r=e._y,s=e._z,o=e._w,a=t._x,c=t._y,l=t._z,h=t._w;return this._x=i*h+o*a+r*l-s*c,this._y=r*h+o*c+s*a-i*l,this._z=s*h+o*l+i*c-r*a,this._w=o*h-i*a-r*c-s*l,this._onChangeCallback(),this}slerp(e,t){let i=e._x,r=e._y,s=e._z,o=e._w,a=this.dot(e);a<0&&(i=-i,r=-r,s=-s,o=-o,a=-a);let c=1-t;if(a<.9995){let l=Math.acos(a),h=Math.sin(l);c=Math.sin(c*l)/h,t=Math.sin(t*l)/h,this._x=this._x*c+i*t,this._y=this._y*c+r*t,this._z=this._z*c+s*t,this._w=this._w*c+o*t,this._onChangeCallback()}else this._x=this._x*c+i*t,this._y=this._y*c+r*t,this._z=this._z*c+s*t,this._w=this._w*c+o*t,this.normalize();return this}slerpQuaternions(e,t,i){return this.copy(e).slerp(t,i)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),i=Math.random(),r=Math.sqrt(1-i),s=Math.sqrt(i);return this.set(r*Math.sin(e),r*Math.cos(e),s*Math.sin(t),s*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}};var po=class po{constructor(e=0,t=0,i=0){this.x=e,this.y=t,this.z=i}set(e,t,i){return i===void 0&&(i=this.z),this.x=e,this.y=t,this.z=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(il.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(il.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,i=this.y,r=this.z,s=e.elements;return this.x=s[0]*t+s[3]*i+s[6]*r,this.y=s[1]*t+s[4]*i+s[7]*r,this.z=s[2]*t+s[5]*i+s[8]*r,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,i=this.y,r=this.z,s=e.elements,o=1/(s[3]*t+s[7]*i+s[11]*r+s[15]);return this.x=(s[0]*t+s[4]*i+s[8]*r+s[12])*o,this.y=(s[1]*t+s[5]*i+s[9]*r+s[13])*o,this.z=(s[2]*t+s[6]*i+s[10]*r+s[14])*o,this}applyQuaternion(e){let t=this.x,i=this.y,r=this.z,s=e.x,o=e.y,a=e.z,c=e.w,l=2*(o*r-a*i),h=2*(a*t-s*r),m=2*(s*i-o*t);return this.x=t+c*l+o*m-a*h,this.y=i+c*h+a*l-s*m,this.z=r+c*m+s*h-o*l,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,i=this.y,r=this.z,s=e.elements;return this.x=s[0]*t+s[4]*i+s[8]*r,this.y=s[1]*t+s[5]*i+s[9]*r,this.z=s[2]*t+s[6]*i+s[10]*r,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=Pe(this.x,e.x,t.x),this.y=Pe(this.y,e.y,t.y),this.z=Pe(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=Pe(this.x,e,t),this.y=Pe(this.y,e,t),this.z=Pe(this.z,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Pe(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let i=e.x,r=e.y,s=e.z,o=t.x,a=t.y,c=t.z;return this.x=r*c-s*a,this.y=s*o-i*c,this.z=i*a-r*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let i=e.dot(this)/t;return this.copy(e).multiplyScalar(i)}projectOnPlane(e){return uo.copy(this).projectOnVector(e),this.sub(uo)}reflect(e){return this.sub(uo.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(Pe(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y,r=this.z-e.z;return t*t+i*i+r*r}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,i){let r=Math.sin(t)*e;return this.x=r*Math.sin(i),this.y=Math.cos(t)*e,this.z=r*Math.cos(i),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,i){return this.x=e*Math.sin(t),this.y=i,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),i=this.setFromMatrixColumn(e,1).length(),r=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=i,this.z=r,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,i=Math.sqrt(1-t*t);return this.x=i*Math.cos(e),this.y=t,this.z=i*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}};po.prototype.isVector3=!0;var I=po,uo=new I,il=new qt;var _o=class _o{constructor(e,t,i,r,s,o,a,c,l){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,i,r,s,o,a,c,l)}set(e,t,i,r,s,o,a,c,l){let h=this.elements;return h[0]=e,h[1]=r,h[2]=a,h[3]=t,h[4]=s,h[5]=c,h[6]=i,h[7]=o,h[8]=l,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],this}extractBasis(e,t,i){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,r=t.elements,s=this.elements,o=i[0],a=i[3],c=i[6],l=i[1],h=i[4],m=i[7],_=i[2],g=i[5],M=i[8],T=r[0],d=r[3],f=r[6],E=r[1],R=r[4],A=r[7],w=r[2],N=r[5],x=r[8];return s[0]=o*T+a*E+c*w,s[3]=o*d+a*R+c*N,s[6]=o*f+a*A+c*x,s[1]=l*T+h*E+m*w,s[4]=l*d+h*R+m*N,s[7]=l*f+h*A+m*x,s[2]=_*T+g*E+M*w,s[5]=_*d+g*R+M*N,s[8]=_*f+g*A+M*x,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],o=e[4],a=e[5],c=e[6],l=e[7],h=e[8];return t*o*h-t*a*l-i*s*h+i*a*c+r*s*l-r*o*c}invert(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],o=e[4],a=e[5],c=e[6],l=e[7],h=e[8],m=h*o-a*l,_=a*c-h*s,g=l*s-o*c,M=t*m+i*_+r*g;if(M===0)return this.set(0,0,0,0,0,0,0,0,0);let T=1/M;return e[0]=m*T,e[1]=(r*l-h*i)*T,e[2]=(a*i-r*o)*T,e[3]=_*T,e[4]=(h*t-r*c)*T,e[5]=(r*s-a*t)*T,e[6]=g*T,e[7]=(i*c-l*t)*T,e[8]=(o*t-i*s)*T,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,i,r,s,o,a){let c=Math.cos(s),l=Math.sin(s);return this.set(i*c,i*l,-i*(c*o+l*a)+o+e,-r*l,r*c,-r*(-l*o+c*a)+a+t,0,0,1),this}scale(e,t){return Ki("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(mo.makeScale(e,t)),this}rotate(e){return Ki("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(mo.makeRotation(-e)),this}translate(e,t){return Ki("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(mo.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,i,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,i=e.elements;for(let r=0;r<9;r++)if(t[r]!==i[r])return!1;return!0}fromArray(e,t=0){for(let i=0;i<9;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e}clone(){return new this.constructor().fromArray(this.elements)}};_o.prototype.isMatrix3=!0;var Se=_o,mo=new Se;var nl=new Se().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),rl=new Se().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function eu(){let n={enabled:!0,workingColorSpace:yr,spaces:{},convert:function(r,s,o){return this.enabled===!1||s===o||!s||!o||(this.spaces[s].transfer===Ge&&(r.r=jt(r.r),r.g=jt(r.g),r.b=jt(r.b)),this.spaces[s].primaries!==this.spaces[o].primaries&&(r.applyMatrix3(this.spaces[s].toXYZ),r.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Ge&&(r.r=Zi(r.r),r.g=Zi(r.g),r.b=Zi(r.b))),r},workingToColorSpace:function(r,s){return this.convert(r,this.workingColorSpace,s)},colorSpaceToWorking:function(r,s){return this.convert(r,s,this.workingColorSpace)},getPrimaries:function(r){return this.spaces[r].primaries},getTransfer:function(r){return r===Xt?qi:this.spaces[r].transfer},getToneMappingMode:function(r){return this.spaces[r].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(r,s=this.workingColorSpace){return r.fromArray(this.spaces[s].luminanceCoefficients)},define:function(r){Object.assign(this.spaces,r)},_getMatrix:function(r,s,o){return r.copy(this.spaces[o].fromXYZ).multiply(this.spaces[s].toXYZ)},_getDrawingBufferColorSpace:function(r){return this.spaces[r].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(r=this.workingColorSpace){return this.spaces[r].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],i=[.3127,.329];return n.define({[yr]:{primaries:e,whitePoint:i,transfer:qi,toXYZ:nl,fromXYZ:rl,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Lt},outputColorSpaceConfig:{drawingBufferColorSpace:Lt}},[Lt]:{primaries:e,whitePoint:i,transfer:Ge,toXYZ:nl,fromXYZ:rl,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Lt}}}),n}var we=eu();function jt(n){return n<.04045?n*.0773993808:Math.pow(n*.9478672986+.0521327014,2.4)}function Zi(n){return n<.0031308?n*12.92:1.055*Math.pow(n,.41666)-.055}var gn,ss=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let i;if(e instanceof HTMLCanvasElement)i=e;else{gn===void 0&&(gn=mn("canvas")),gn.width=e.width,gn.height=e.height;let r=gn.getContext("2d");e instanceof ImageData?r.putImageData(e,0,0):r.drawImage(e,0,0,e.width,e.height),i=gn}return i.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=mn("canvas");t.width=e.width,t.height=e.height;let i=t.getContext("2d");i.drawImage(e,0,0,e.width,e.height);let r=i.getImageData(0,0,e.width,e.height),s=r.data;for(let o=0;o<s.length;o++)s[o]=jt(s[o]/255)*255;return i.putImageData(r,0,0),t}else if(e.data){let t=e.data.slice(0);for(let i=0;i<t.length;i++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[i]=Math.floor(jt(t[i]/255)*255):t[i]=jt(t[i]);return{data:t,width:e.width,height:e.height}}else return ge("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}};var tu=0,Ui=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:tu++}),this.uuid=li(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let i={uuid:this.uuid,url:""},r=this.data;if(r!==null){let s;if(Array.isArray(r)){s=[];for(let o=0,a=r.length;o<a;o++)r[o].isDataTexture?s.push(go(r[o].image)):s.push(go(r[o]))}else s=go(r);i.url=s}return t||(e.images[this.uuid]=i),i}};function go(n){return typeof HTMLImageElement<"u"&&n instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&n instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&n instanceof ImageBitmap?ss.getDataURL(n):n.data?{data:Array.from(n.data),width:n.width,height:n.height,type:n.data.constructor.name}:(ge("Texture: Unable to serialize Texture."),{})}var iu=0,xo=new I,Mt=class n extends It{constructor(e=n.DEFAULT_IMAGE,t=n.DEFAULT_MAPPING,i=Qt,r=Qt,s=ai,o=mi,a=Ot,c=pt,l=n.DEFAULT_ANISOTROPY,h=Xt){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:iu++}),this.uuid=li(),this.name="",this.source=new Ui(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=i,this.wrapT=r,this.magFilter=s,this.minFilter=o,this.anisotropy=l,this.format=a,this.internalFormat=null,this.type=c,this.offset=new Re(0,0),this.repeat=new Re(1,1),this.center=new Re(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new Se,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(xo).x}get height(){return this.source.getSize(xo).y}get depth(){return this.source.getSize(xo).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let i=e[t];if(i===void 0){ge(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let r=this[t];if(r===void 0){ge(`Texture.setValues(): property '${t}' does not exist.`);continue}r&&i&&r.isVector2&&i.isVector2||r&&i&&r.isVector3&&i.isVector3||r&&i&&r.isMatrix3&&i.isMatrix3?r.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let i={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(i.userData=this.userData),t||(e.textures[this.uuid]=i),i}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==ao)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case Wn:e.x=e.x-Math.floor(e.x);break;case Qt:e.x=e.x<0?0:1;break;case Xn:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case Wn:e.y=e.y-Math.floor(e.y);break;case Qt:e.y=e.y<0?0:1;break;case Xn:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Mt.DEFAULT_IMAGE=null;Mt.DEFAULT_MAPPING=ao;Mt.DEFAULT_ANISOTROPY=1;var Mo=class Mo{constructor(e=0,t=0,i=0,r=1){this.x=e,this.y=t,this.z=i,this.w=r}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,i,r){return this.x=e,this.y=t,this.z=i,this.w=r,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,i=this.y,r=this.z,s=this.w,o=e.elements;return this.x=o[0]*t+o[4]*i+o[8]*r+o[12]*s,this.y=o[1]*t+o[5]*i+o[9]*r+o[13]*s,this.z=o[2]*t+o[6]*i+o[10]*r+o[14]*s,this.w=o[3]*t+o[7]*i+o[11]*r+o[15]*s,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,i,r,s,c=e.elements,l=c[0],h=c[4],m=c[8],_=c[1],g=c[5],M=c[9],T=c[2],d=c[6],f=c[10];if(Math.abs(h-_)<.01&&Math.abs(m-T)<.01&&Math.abs(M-d)<.01){if(Math.abs(h+_)<.1&&Math.abs(m+T)<.1&&Math.abs(M+d)<.1&&Math.abs(l+g+f-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let R=(l+1)/2,A=(g+1)/2,w=(f+1)/2,N=(h+_)/4,x=(m+T)/4,y=(M+d)/4;return R>A&&R>w?R<.01?(i=0,r=.707106781,s=.707106781):(i=Math.sqrt(R),r=N/i,s=x/i):A>w?A<.01?(i=.707106781,r=0,s=.707106781):(r=Math.sqrt(A),i=N/r,s=y/r):w<.01?(i=.707106781,r=.707106781,s=0):(s=Math.sqrt(w),i=x/s,r=y/s),this.set(i,r,s,t),this}let E=Math.sqrt((d-M)*(d-M)+(m-T)*(m-T)+(_-h)*(_-h));return Math.abs(E)<.001&&(E=1),this.x=(d-M)/E,this.y=(m-T)/E,this.z=(_-h)/E,this.w=Math.acos((l+g+f-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=Pe(this.x,e.x,t.x),this.y=Pe(this.y,e.y,t.y),this.z=Pe(this.z,e.z,t.z),this.w=Pe(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=Pe(this.x,e,t),this.y=Pe(this.y,e,t),this.z=Pe(this.z,e,t),this.w=Pe(this.w,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Pe(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this.w=e.w+(t.w-e.w)*i,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}};Mo.prototype.isVector4=!0;var Ke=Mo;var os=class extends It{constructor(e=1,t=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:ai,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},i),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=i.depth,this.scissor=new Ke(0,0,e,t),this.scissorTest=!1,this.viewport=new Ke(0,0,e,t),this.textures=[];let r=i.count;for(let s=0;s<r;s++)this.textures[s]=new Mt({width:e,height:t,depth:i.depth}),this.textures[s].isRenderTargetTexture=!0,this.textures[s].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:ai,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,i=1){if(this.width!==e||this.height!==t||this.depth!==i){this.width=e,this.height=t,this.depth=i;for(let r=0,s=this.textures.length;r<s;r++)this.textures[r].image.width=e,this.textures[r].image.height=t,this.textures[r].image.depth=i,this.textures[r].isData3DTexture!==!0&&(this.textures[r].isArrayTexture=this.textures[r].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,i=e.textures.length;t<i;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let r=Object.assign({},e.textures[t].image);this.textures[t].source=new Ui(r)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}};var as=class extends os{constructor(e=1,t=1,i={}){super(e,t,i),this.isWebGLRenderTarget=!0}};var xn=class extends Mt{constructor(e=null,t=1,i=1,r=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:i,depth:r},this.magFilter=At,this.minFilter=At,this.wrapR=Qt,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var ls=class extends Mt{constructor(e=null,t=1,i=1,r=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:i,depth:r},this.magFilter=At,this.minFilter=At,this.wrapR=Qt,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var fs=class fs{constructor(e,t,i,r,s,o,a,c,l,h,m,_,g,M,T,d){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,i,r,s,o,a,c,l,h,m,_,g,M,T,d)}set(e,t,i,r,s,o,a,c,l,h,m,_,g,M,T,d){let f=this.elements;return f[0]=e,f[4]=t,f[8]=i,f[12]=r,f[1]=s,f[5]=o,f[9]=a,f[13]=c,f[2]=l,f[6]=h,f[10]=m,f[14]=_,f[3]=g,f[7]=M,f[11]=T,f[15]=d,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new fs().fromArray(this.elements)}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],t[9]=i[9],t[10]=i[10],t[11]=i[11],t[12]=i[12],t[13]=i[13],t[14]=i[14],t[15]=i[15],this}copyPosition(e){let t=this.elements,i=e.elements;return t[12]=i[12],t[13]=i[13],t[14]=i[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,i){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),i.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),i.setFromMatrixColumn(this,2),this)}makeBasis(e,t,i){return this.set(e.x,t.x,i.x,0,e.y,t.y,i.y,0,e.z,t.z,i.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,i=e.elements,r=1/Mn.setFromMatrixColumn(e,0).length(),s=1/Mn.setFromMatrixColumn(e,1).length(),o=1/Mn.setFromMatrixColumn(e,2).length();return t[0]=i[0]*r,t[1]=i[1]*r,t[2]=i[2]*r,t[3]=0,t[4]=i[4]*s,t[5]=i[5]*s,t[6]=i[6]*s,t[7]=0,t[8]=i[8]*o,t[9]=i[9]*o,t[10]=i[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,i=e.x,r=e.y,s=e.z,o=Math.cos(i),a=Math.sin(i),c=Math.cos(r),l=Math.sin(r),h=Math.cos(s),m=Math.sin(s);if(e.order==="XYZ"){let _=o*h,g=o*m,M=a*h,T=a*m;t[0]=c*h,t[4]=-c*m,t[8]=l,t[1]=g+M*l,t[5]=_-T*l,t[9]=-a*c,t[2]=T-_*l,t[6]=M+g*l,t[10]=o*c}else if(e.order==="YXZ"){let _=c*h,g=c*m,M=l*h,T=l*m;t[0]=_+T*a,t[4]=M*a-g,t[8]=o*l,t[1]=o*m,t[5]=o*h,t[9]=-a,t[2]=g*a-M,t[6]=T+_*a,t[10]=o*c}else if(e.order==="ZXY"){let _=c*h,g=c*m,M=l*h,T=l*m;t[0]=_-T*a,t[4]=-o*m,t[8]=M+g*a,t[1]=g+M*a,t[5]=o*h,t[9]=T-_*a,t[2]=-o*l,t[6]=a,t[10]=o*c}else if(e.order==="ZYX"){let _=o*h,g=o*m,M=a*h,T=a*m;t[0]=c*h,t[4]=M*l-g,t[8]=_*l+T,t[1]=c*m,t[5]=T*l+_,t[9]=g*l-M,t[2]=-l,t[6]=a*c,t[10]=o*c}else if(e.order==="YZX"){let _=o*c,g=o*l,M=a*c,T=a*l;t[0]=c*h,t[4]=T-_*m,t[8]=M*m+g,t[1]=m,t[5]=o*h,t[9]=-a*h,t[2]=-l*h,t[6]=g*m+M,t[10]=_-T*m}else if(e.order==="XZY"){let _=o*c,g=o*l,M=a*c,T=a*l;t[0]=c*h,t[4]=-m,t[8]=l*h,t[1]=_*m+T,t[5]=o*h,t[9]=g*m-M,t[2]=M*m-g,t[6]=a*h,t[10]=T*m+_}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(nu,e,ru)}lookAt(e,t,i){let r=this.elements;return Bt.subVectors(e,t),Bt.lengthSq()===0&&(Bt.z=1),Bt.normalize(),Di.crossVectors(i,Bt),Di.lengthSq()===0&&(Math.abs(i.z)===1?Bt.x+=1e-4:Bt.z+=1e-4,Bt.normalize(),Di.crossVectors(i,Bt)),Di.normalize(),cs.crossVectors(Bt,Di),r[0]=Di.x,r[4]=cs.x,r[8]=Bt.x,r[1]=Di.y,r[5]=cs.y,r[9]=Bt.y,r[2]=Di.z,r[6]=cs.z,r[10]=Bt.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,r=t.elements,s=this.elements,o=i[0],a=i[4],c=i[8],l=i[12],h=i[1],m=i[5],_=i[9],g=i[13],M=i[2],T=i[6],d=i[10],f=i[14],E=i[3],R=i[7],A=i[11],w=i[15],N=r[0],x=r[4],y=r[8],V=r[12],B=r[1],F=r[5],H=r[9],$=r[13],L=r[2],Y=r[6],ee=r[10],ue=r[14],se=r[3],X=r[7],K=r[11],Q=r[15];return s[0]=o*N+a*B+c*L+l*se,s[4]=o*x+a*F+c*Y+l*X,s[8]=o*y+a*H+c*ee+l*K,s[12]=o*V+a*$+c*ue+l*Q,s[1]=h*N+m*B+_*L+g*se,s[5]=h*x+m*F+_*Y+g*X,s[9]=h*y+m*H+_*ee+g*K,s[13]=h*V+m*$+_*ue+g*Q,s[2]=M*N+T*B+d*L+f*se,s[6]=M*x+T*F+d*Y+f*X,s[10]=M*y+T*H+d*ee+f*K,s[14]=M*V+T*$+d*ue+f*Q,s[3]=E*N+R*B+A*L+w*se,s[7]=E*x+R*F+A*Y+w*X,s[11]=E*y+R*H+A*ee+w*K,s[15]=E*V+R*$+A*ue+w*Q,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[4],r=e[8],s=e[12],o=e[1],a=e[5],c=e[9],l=e[13],h=e[2],m=e[6],_=e[10],g=e[14],M=e[3],T=e[7],d=e[11],f=e[15],E=c*g-l*_,R=a*g-l*m,A=a*_-c*m,w=o*g-l*h,N=o*_-c*h,x=o*m-a*h;return t*(T*E-d*R+f*A)-i*(M*E-d*w+f*N)+r*(M*R-T*w+f*x)-s*(M*A-T*N+d*x)}determinantAffine(){let e=this.elements,t=e[0],i=e[4],r=e[8],s=e[1],o=e[5],a=e[9],c=e[2],l=e[6],h=e[10];return t*(o*h-a*l)-i*(s*h-a*c)+r*(s*l-o*c)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,i){let r=this.elements;return e.isVector3?(r[12]=e.x,r[13]=e.y,r[14]=e.z):(r[12]=e,r[13]=t,r[14]=i),this}invert(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],o=e[4],a=e[5],c=e[6],l=e[7],h=e[8],m=e[9],_=e[10],g=e[11],M=e[12],T=e[13],d=e[14],f=e[15],E=t*a-i*o,R=t*c-r*o,A=t*l-s*o,w=i*c-r*a,N=i*l-s*a,x=r*l-s*c,y=h*T-m*M,V=h*d-_*M,B=h*f-g*M,F=m*d-_*T,H=m*f-g*T,$=_*f-g*d,L=E*$-R*H+A*F+w*B-N*V+x*y;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let Y=1/L;return e[0]=(a*$-c*H+l*F)*Y,e[1]=(r*H-i*$-s*F)*Y,e[2]=(T*x-d*N+f*w)*Y,e[3]=(_*N-m*x-g*w)*Y,e[4]=(c*B-o*$-l*V)*Y,e[5]=(t*$-r*B+s*V)*Y,e[6]=(d*A-M*x-f*R)*Y,e[7]=(h*x-_*A+g*R)*Y,e[8]=(o*H-a*B+l*y)*Y,e[9]=(i*B-t*H-s*y)*Y,e[10]=(M*N-T*A+f*E)*Y,e[11]=(m*A-h*N-g*E)*Y,e[12]=(a*V-o*F-c*y)*Y,e[13]=(t*F-i*V+r*y)*Y,e[14]=(T*R-M*w-d*E)*Y,e[15]=(h*w-m*R+_*E)*Y,this}scale(e){let t=this.elements,i=e.x,r=e.y,s=e.z;return t[0]*=i,t[4]*=r,t[8]*=s,t[1]*=i,t[5]*=r,t[9]*=s,t[2]*=i,t[6]*=r,t[10]*=s,t[3]*=i,t[7]*=r,t[11]*=s,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],i=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],r=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,i,r))}makeTranslation(e,t,i){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,i,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),i=Math.sin(e);return this.set(1,0,0,0,0,t,-i,0,0,i,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,0,i,0,0,1,0,0,-i,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,0,i,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let i=Math.cos(t),r=Math.sin(t),s=1-i,o=e.x,a=e.y,c=e.z,l=s*o,h=s*a;return this.set(l*o+i,l*a-r*c,l*c+r*a,0,l*a+r*c,h*a+i,h*c-r*o,0,l*c-r*a,h*c+r*o,s*c*c+i,0,0,0,0,1),this}makeScale(e,t,i){return this.set(e,0,0,0,0,t,0,0,0,0,i,0,0,0,0,1),this}makeShear(e,t,i,r,s,o){return this.set(1,i,s,0,e,1,o,0,t,r,1,0,0,0,0,1),this}compose(e,t,i){let r=this.elements,s=t._x,o=t._y,a=t._z,c=t._w,l=s+s,h=o+o,m=a+a,_=s*l,g=s*h,M=s*m,T=o*h,d=o*m,f=a*m,E=c*l,R=c*h,A=c*m,w=i.x,N=i.y,x=i.z;return r[0]=(1-(T+f))*w,r[1]=(g+A)*w,r[2]=(M-R)*w,r[3]=0,r[4]=(g-A)*N,r[5]=(1-(_+f))*N,r[6]=(d+E)*N,r[7]=0,r[8]=(M+R)*x,r[9]=(d-E)*x,r[10]=(1-(_+T))*x,r[11]=0,r[12]=e.x,r[13]=e.y,r[14]=e.z,r[15]=1,this}decompose(e,t,i){let r=this.elements;e.x=r[12],e.y=r[13],e.z=r[14];let s=this.determinantAffine();if(s===0)return i.set(1,1,1),t.identity(),this;let o=Mn.set(r[0],r[1],r[2]).length(),a=Mn.set(r[4],r[5],r[6]).length(),c=Mn.set(r[8],r[9],r[10]).length();s<0&&(o=-o),ei.copy(this);let l=1/o,h=1/a,m=1/c;return ei.elements[0]*=l,ei.elements[1]*=l,ei.elements[2]*=l,ei.elements[4]*=h,ei.elements[5]*=h,ei.elements[6]*=h,ei.elements[8]*=m,ei.elements[9]*=m,ei.elements[10]*=m,t.setFromRotationMatrix(ei),i.x=o,i.y=a,i.z=c,this}makePerspective(e,t,i,r,s,o,a=Pt,c=!1){let l=this.elements,h=2*s/(t-e),m=2*s/(i-r),_=(t+e)/(t-e),g=(i+r)/(i-r),M,T;if(c)M=s/(o-s),T=o*s/(o-s);else if(a===Pt)M=-(o+s)/(o-s),T=-2*o*s/(o-s);else if(a===Yi)M=-o/(o-s),T=-o*s/(o-s);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return l[0]=h,l[4]=0,l[8]=_,l[12]=0,l[1]=0,l[5]=m,l[9]=g,l[13]=0,l[2]=0,l[6]=0,l[10]=M,l[14]=T,l[3]=0,l[7]=0,l[11]=-1,l[15]=0,this}makeOrthographic(e,t,i,r,s,o,a=Pt,c=!1){let l=this.elements,h=2/(t-e),m=2/(i-r),_=-(t+e)/(t-e),g=-(i+r)/(i-r),M,T;if(c)M=1/(o-s),T=o/(o-s);else if(a===Pt)M=-2/(o-s),T=-(o+s)/(o-s);else if(a===Yi)M=-1/(o-s),T=-s/(o-s);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return l[0]=h,l[4]=0,l[8]=0,l[12]=_,l[1]=0,l[5]=m,l[9]=0,l[13]=g,l[2]=0,l[6]=0,l[10]=M,l[14]=T,l[3]=0,l[7]=0,l[11]=0,l[15]=1,this}equals(e){let t=this.elements,i=e.elements;for(let r=0;r<16;r++)if(t[r]!==i[r])return!1;return!0}fromArray(e,t=0){for(let i=0;i<16;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e[t+9]=i[9],e[t+10]=i[10],e[t+11]=i[11],e[t+12]=i[12],e[t+13]=i[13],e[t+14]=i[14],e[t+15]=i[15],e}};fs.prototype.isMatrix4=!0;var Be=fs,Mn=new I,ei=new Be,nu=new I(0,0,0),ru=new I(1,1,1),Di=new I,cs=new I,Bt=new I;var sl=new Be,ol=new qt,Yt=class n{constructor(e=0,t=0,i=0,r=n.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=i,this._order=r}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,i,r=this._order){return this._x=e,this._y=t,this._z=i,this._order=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,i=!0){let r=e.elements,s=r[0],o=r[4],a=r[8],c=r[1],l=r[5],h=r[9],m=r[2],_=r[6],g=r[10];switch(t){case"XYZ":this._y=Math.asin(Pe(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,g),this._z=Math.atan2(-o,s)):(this._x=Math.atan2(_,l),this._z=0);break;case"YXZ":this._x=Math.asin(-Pe(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,g),this._z=Math.atan2(c,l)):(this._y=Math.atan2(-m,s),this._z=0);break;case"ZXY":this._x=Math.asin(Pe(_,-1,1)),Math.abs(_)<.9999999?(this._y=Math.atan2(-m,g),this._z=Math.atan2(-o,l)):(this._y=0,this._z=Math.atan2(c,s));break;case"ZYX":this._y=Math.asin(-Pe(m,-1,1)),Math.abs(m)<.9999999?(this._x=Math.atan2(_,g),this._z=Math.atan2(c,s)):(this._x=0,this._z=Math.atan2(-o,l));break;case"YZX":this._z=Math.asin(Pe(c,-1,1)),Math.abs(c)<.9999999?(this._x=Math.atan2(-h,l),this._y=Math.atan2(-m,s)):(this._x=0,this._y=Math.atan2(a,g));break;case"XZY":this._z=Math.asin(-Pe(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(_,l),this._y=Math.atan2(a,s)):(this._x=Math.atan2(-h,g),this._y=0);break;default:ge("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,i===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,i){return sl.makeRotationFromQuaternion(e),this.setFromRotationMatrix(sl,t,i)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return ol.setFromEuler(this),this.setFromQuaternion(ol,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Yt.DEFAULT_ORDER="XYZ";var Sn=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}};var su=0,al=new I,En=new qt,Mi=new Be,hs=new I,vr=new I,ou=new I,au=new qt,ll=new I(1,0,0),cl=new I(0,1,0),fl=new I(0,0,1),hl={type:"added"},lu={type:"removed"},Tn={type:"childadded",child:null},So={type:"childremoved",child:null},je=class n extends It{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:su++}),this.uuid=li(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=n.DEFAULT_UP.clone();let e=new I,t=new Yt,i=new qt,r=new I(1,1,1);function s(){i.setFromEuler(t,!1)}function o(){t.setFromQuaternion(i,void 0,!1)}t._onChange(s),i._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:i},scale:{configurable:!0,enumerable:!0,value:r},modelViewMatrix:{value:new Be},normalMatrix:{value:new Se}}),this.matrix=new Be,this.matrixWorld=new Be,this.matrixAutoUpdate=n.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Sn,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return En.setFromAxisAngle(e,t),this.quaternion.multiply(En),this}rotateOnWorldAxis(e,t){return En.setFromAxisAngle(e,t),this.quaternion.premultiply(En),this}rotateX(e){return this.rotateOnAxis(ll,e)}rotateY(e){return this.rotateOnAxis(cl,e)}rotateZ(e){return this.rotateOnAxis(fl,e)}translateOnAxis(e,t){return al.copy(e).applyQuaternion(this.quaternion),this.position.add(al.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(ll,e)}translateY(e){return this.translateOnAxis(cl,e)}translateZ(e){return this.translateOnAxis(fl,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(Mi.copy(this.matrixWorld).invert())}lookAt(e,t,i){e.isVector3?hs.copy(e):hs.set(e,t,i);let r=this.parent;this.updateWorldMatrix(!0,!1),vr.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Mi.lookAt(vr,hs,this.up):Mi.lookAt(hs,vr,this.up),this.quaternion.setFromRotationMatrix(Mi),r&&(Mi.extractRotation(r.matrixWorld),En.setFromRotationMatrix(Mi),this.quaternion.premultiply(En.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Ie("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(hl),Tn.child=e,this.dispatchEvent(Tn),Tn.child=null):Ie("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.remove(arguments[i]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(lu),So.child=e,this.dispatchEvent(So),So.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),Mi.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),Mi.multiply(e.parent.matrixWorld)),e.applyMatrix4(Mi),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(hl),Tn.child=e,this.dispatchEvent(Tn),Tn.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let i=0,r=this.children.length;i<r;i++){let o=this.children[i].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,i=[]){this[e]===t&&i.push(this);let r=this.children;for(let s=0,o=r.length;s<o;s++)r[s].getObjectsByProperty(e,t,i);return i}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(vr,e,ou),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(vr,au,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,i=e.y,r=e.z,s=this.matrix.elements;s[12]+=t-s[0]*t-s[4]*i-s[8]*r,s[13]+=i-s[1]*t-s[5]*i-s[9]*r,s[14]+=r-s[2]*t-s[6]*i-s[10]*r}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].updateMatrixWorld(e)}updateWorldMatrix(e,t,i=!1){let r=this.parent;if(e===!0&&r!==null&&r.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||i)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,i=!0),t===!0){let s=this.children;for(let o=0,a=s.length;o<a;o++)s[o].updateWorldMatrix(!1,!0,i)}}toJSON(e){let t=e===void 0||typeof e=="string",i={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},i.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let r={};r.uuid=this.uuid,r.type=this.type,r.name=this.name,r.castShadow=this.castShadow,r.receiveShadow=this.receiveShadow,r.visible=this.visible,r.frustumCulled=this.frustumCulled,r.renderOrder=this.renderOrder,r.static=this.static,r.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(r.userData=this.userData),r.layers=this.layers.mask,r.matrix=this.matrix.toArray(),r.up=this.up.toArray(),this.pivot!==null&&(r.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(r.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(r.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(r.type="InstancedMesh",r.count=this.count,r.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(r.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(r.type="BatchedMesh",r.perObjectFrustumCulled=this.perObjectFrustumCulled,r.sortObjects=this.sortObjects,r.drawRanges=this._drawRanges,r.reservedRanges=this._reservedRanges,r.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),r.instanceInfo=this._instanceInfo.map(a=>({...a})),r.availableInstanceIds=this._availableInstanceIds.slice(),r.availableGeometryIds=this._availableGeometryIds.slice(),r.nextIndexStart=this._nextIndexStart,r.nextVertexStart=this._nextVertexStart,r.geometryCount=this._geometryCount,r.maxInstanceCount=this._maxInstanceCount,r.maxVertexCount=this._maxVertexCount,r.maxIndexCount=this._maxIndexCount,r.geometryInitialized=this._geometryInitialized,r.matricesTexture=this._matricesTexture.toJSON(e),r.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(r.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(r.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(r.boundingBox=this.boundingBox.toJSON()));function s(a,c){return a[c.uuid]===void 0&&(a[c.uuid]=c.toJSON(e)),c.uuid}if(this.isScene)this.background&&(this.background.isColor?r.background=this.background.toJSON():this.background.isTexture&&(r.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(r.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){r.geometry=s(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let c=a.shapes;if(Array.isArray(c))for(let l=0,h=c.length;l<h;l++){let m=c[l];s(e.shapes,m)}else s(e.shapes,c)}}if(this.isSkinnedMesh&&(r.bindMode=this.bindMode,r.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(s(e.skeletons,this.skeleton),r.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let c=0,l=this.material.length;c<l;c++)a.push(s(e.materials,this.material[c]));r.material=a}else r.material=s(e.materials,this.material);if(this.children.length>0){r.children=[];for(let a=0;a<this.children.length;a++)r.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){r.animations=[];for(let a=0;a<this.animations.length;a++){let c=this.animations[a];r.animations.push(s(e.animations,c))}}if(t){let a=o(e.geometries),c=o(e.materials),l=o(e.textures),h=o(e.images),m=o(e.shapes),_=o(e.skeletons),g=o(e.animations),M=o(e.nodes);a.length>0&&(i.geometries=a),c.length>0&&(i.materials=c),l.length>0&&(i.textures=l),h.length>0&&(i.images=h),m.length>0&&(i.shapes=m),_.length>0&&(i.skeletons=_),g.length>0&&(i.animations=g),M.length>0&&(i.nodes=M)}return i.object=r,i;function o(a){let c=[];for(let l in a){let h=a[l];delete h.metadata,c.push(h)}return c}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let i=0;i<e.children.length;i++){let r=e.children[i];this.add(r.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};je.DEFAULT_UP=new I(0,1,0);je.DEFAULT_MATRIX_AUTO_UPDATE=!0;je.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var br=class extends je{constructor(){super(),this.isGroup=!0,this.type="Group"}};var ul={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ii={h:0,s:0,l:0},us={h:0,s:0,l:0};function Eo(n,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?n+(e-n)*6*t:t<1/2?e:t<2/3?n+(e-n)*6*(2/3-t):n}var Ae=class{constructor(e,t,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,i)}set(e,t,i){if(t===void 0&&i===void 0){let r=e;r&&r.isColor?this.copy(r):typeof r=="number"?this.setHex(r):typeof r=="string"&&this.setStyle(r)}else this.setRGB(e,t,i);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Lt){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,we.colorSpaceToWorking(this,t),this}setRGB(e,t,i,r=we.workingColorSpace){return this.r=e,this.g=t,this.b=i,we.colorSpaceToWorking(this,r),this}setHSL(e,t,i,r=we.workingColorSpace){if(e=ja(e,1),t=Pe(t,0,1),i=Pe(i,0,1),t===0)this.r=this.g=this.b=i;else{let s=i<=.5?i*(1+t):i+t-i*t,o=2*i-s;this.r=Eo(o,s,e+1/3),this.g=Eo(o,s,e),this.b=Eo(o,s,e-1/3)}return we.colorSpaceToWorking(this,r),this}setStyle(e,t=Lt){function i(s){s!==void 0&&parseFloat(s)<1&&ge("Color: Alpha component of "+e+" will be ignored.")}let r;if(r=/^(\w+)\(([^\)]*)\)/.exec(e)){let s,o=r[1],a=r[2];switch(o){case"rgb":case"rgba":if(s=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(s[4]),this.setRGB(Math.min(255,parseInt(s[1],10))/255,Math.min(255,parseInt(s[2],10))/255,Math.min(255,parseInt(s[3],10))/255,t);if(s=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(s[4]),this.setRGB(Math.min(100,parseFloat(s[1]))/100,Math.min(100,parseFloat(s[2]))/100,Math.min(100,parseFloat(s[3]))/100,t);break;case"hsl":case"hsla":if(s=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(s[4]),this.setHSL(parseFloat(s[1])/360,parseFloat(s[2])/100,parseFloat(s[3])/100,t);break;default:ge("Color: Unknown color model "+e)}}else if(r=/^\#([A-Fa-f\d]+)$/.exec(e)){let s=r[1],o=s.length;if(o===3)return this.setRGB(parseInt(s.charAt(0),16)/15,parseInt(s.charAt(1),16)/15,parseInt(s.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(s,16),t);ge("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Lt){let i=ul[e.toLowerCase()];return i!==void 0?this.setHex(i,t):ge("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=jt(e.r),this.g=jt(e.g),this.b=jt(e.b),this}copyLinearToSRGB(e){return this.r=Zi(e.r),this.g=Zi(e.g),this.b=Zi(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Lt){return we.workingToColorSpace(vt.copy(this),e),Math.round(Pe(vt.r*255,0,255))*65536+Math.round(Pe(vt.g*255,0,255))*256+Math.round(Pe(vt.b*255,0,255))}getHexString(e=Lt){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=we.workingColorSpace){we.workingToColorSpace(vt.copy(this),t);let i=vt.r,r=vt.g,s=vt.b,o=Math.max(i,r,s),a=Math.min(i,r,s),c,l,h=(a+o)/2;if(a===o)c=0,l=0;else{let m=o-a;switch(l=h<=.5?m/(o+a):m/(2-o-a),o){case i:c=(r-s)/m+(r<s?6:0);break;case r:c=(s-i)/m+2;break;case s:c=(i-r)/m+4;break}c/=6}return e.h=c,e.s=l,e.l=h,e}getRGB(e,t=we.workingColorSpace){return we.workingToColorSpace(vt.copy(this),t),e.r=vt.r,e.g=vt.g,e.b=vt.b,e}getStyle(e=Lt){we.workingToColorSpace(vt.copy(this),e);let t=vt.r,i=vt.g,r=vt.b;return e!==Lt?`color(${e} ${t.toFixed(3)} ${i.toFixed(3)} ${r.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(i*255)},${Math.round(r*255)})`}offsetHSL(e,t,i){return this.getHSL(Ii),this.setHSL(Ii.h+e,Ii.s+t,Ii.l+i)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,i){return this.r=e.r+(t.r-e.r)*i,this.g=e.g+(t.g-e.g)*i,this.b=e.b+(t.b-e.b)*i,this}lerpHSL(e,t){this.getHSL(Ii),e.getHSL(us);let i=ns(Ii.h,us.h,t),r=ns(Ii.s,us.s,t),s=ns(Ii.l,us.l,t);return this.setHSL(i,r,s),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,i=this.g,r=this.b,s=e.elements;return this.r=s[0]*t+s[3]*i+s[6]*r,this.g=s[1]*t+s[4]*i+s[7]*r,this.b=s[2]*t+s[5]*i+s[8]*r,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},vt=new Ae;Ae.NAMES=ul;var Rr=class extends je{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Yt,this.environmentIntensity=1,this.environmentRotation=new Yt,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}};var ti=new I,Si=new I,To=new I,Ei=new I,An=new I,yn=new I,dl=new I,Ao=new I,yo=new I,vo=new I,bo=new Ke,Ro=new Ke,Co=new Ke,ci=class n{constructor(e=new I,t=new I,i=new I){this.a=e,this.b=t,this.c=i}static getNormal(e,t,i,r){r.subVectors(i,t),ti.subVectors(e,t),r.cross(ti);let s=r.lengthSq();return s>0?r.multiplyScalar(1/Math.sqrt(s)):r.set(0,0,0)}static getBarycoord(e,t,i,r,s){ti.subVectors(r,t),Si.subVectors(i,t),To.subVectors(e,t);let o=ti.dot(ti),a=ti.dot(Si),c=ti.dot(To),l=Si.dot(Si),h=Si.dot(To),m=o*l-a*a;if(m===0)return s.set(0,0,0),null;let _=1/m,g=(l*c-a*h)*_,M=(o*h-a*c)*_;return s.set(1-g-M,M,g)}static containsPoint(e,t,i,r){return this.getBarycoord(e,t,i,r,Ei)===null?!1:Ei.x>=0&&Ei.y>=0&&Ei.x+Ei.y<=1}static getInterpolation(e,t,i,r,s,o,a,c){return this.getBarycoord(e,t,i,r,Ei)===null?(c.x=0,c.y=0,"z"in c&&(c.z=0),"w"in c&&(c.w=0),null):(c.setScalar(0),c.addScaledVector(s,Ei.x),c.addScaledVector(o,Ei.y),c.addScaledVector(a,Ei.z),c)}static getInterpolatedAttribute(e,t,i,r,s,o){return bo.setScalar(0),Ro.setScalar(0),Co.setScalar(0),bo.fromBufferAttribute(e,t),Ro.fromBufferAttribute(e,i),Co.fromBufferAttribute(e,r),o.setScalar(0),o.addScaledVector(bo,s.x),o.addScaledVector(Ro,s.y),o.addScaledVector(Co,s.z),o}static isFrontFacing(e,t,i,r){return ti.subVectors(i,t),Si.subVectors(e,t),ti.cross(Si).dot(r)<0}set(e,t,i){return this.a.copy(e),this.b.copy(t),this.c.copy(i),this}setFromPointsAndIndices(e,t,i,r){return this.a.copy(e[t]),this.b.copy(e[i]),this.c.copy(e[r]),this}setFromAttributeAndIndices(e,t,i,r){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,i),this.c.fromBufferAttribute(e,r),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return ti.subVectors(this.c,this.b),Si.subVectors(this.a,this.b),ti.cross(Si).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return n.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return n.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,i,r,s){return n.getInterpolation(e,this.a,this.b,this.c,t,i,r,s)}containsPoint(e){return n.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return n.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let i=this.a,r=this.b,s=this.c,o,a;An.subVectors(r,i),yn.subVectors(s,i),Ao.subVectors(e,i);let c=An.dot(Ao),l=yn.dot(Ao);if(c<=0&&l<=0)return t.copy(i);yo.subVectors(e,r);let h=An.dot(yo),m=yn.dot(yo);if(h>=0&&m<=h)return t.copy(r);let _=c*m-h*l;if(_<=0&&c>=0&&h<=0&&c-h>0)return o=c/(c-h),t.copy(i).addScaledVector(An,o);vo.subVectors(e,s);let g=An.dot(vo),M=yn.dot(vo);if(M>=0&&g<=M)return t.copy(s);let T=g*l-c*M;if(T<=0&&l>=0&&M<=0)return a=l/(l-M),t.copy(i).addScaledVector(yn,a);let d=h*M-g*m;if(d<=0&&m-h>=0&&g-M>=0)return dl.subVectors(s,r),a=(m-h)/(m-h+(g-M)),t.copy(r).addScaledVector(dl,a);let f=1/(d+T+_);return o=T*f,a=_*f,t.copy(i).addScaledVector(An,o).addScaledVector(yn,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}};var Kt=class{constructor(e=new I(1/0,1/0,1/0),t=new I(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t+=3)this.expandByPoint(ii.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,i=e.count;t<i;t++)this.expandByPoint(ii.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let i=ii.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(i),this.max.copy(e).add(i),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let i=e.geometry;if(i!==void 0){let s=i.getAttribute("position");if(t===!0&&s!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=s.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,ii):ii.fromBufferAttribute(s,o),ii.applyMatrix4(e.matrixWorld),this.expandByPoint(ii);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),ds.copy(e.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),ds.copy(i.boundingBox)),ds.applyMatrix4(e.matrixWorld),this.union(ds)}let r=e.children;for(let s=0,o=r.length;s<o;s++)this.expandByObject(r[s],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,ii),ii.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,i;return e.normal.x>0?(t=e.normal.x*this.min.x,i=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,i=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,i+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,i+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,i+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,i+=e.normal.z*this.min.z),t<=-e.constant&&i>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Cr),ps.subVectors(this.max,Cr),vn.subVectors(e.a,Cr),bn.subVectors(e.b,Cr),Rn.subVectors(e.c,Cr),Fi.subVectors(bn,vn),Ni.subVectors(Rn,bn),Ji.subVectors(vn,Rn);let t=[0,-Fi.z,Fi.y,0,-Ni.z,Ni.y,0,-Ji.z,Ji.y,Fi.z,0,-Fi.x,Ni.z,0,-Ni.x,Ji.z,0,-Ji.x,-Fi.y,Fi.x,0,-Ni.y,Ni.x,0,-Ji.y,Ji.x,0];return!wo(t,vn,bn,Rn,ps)||(t=[1,0,0,0,1,0,0,0,1],!wo(t,vn,bn,Rn,ps))?!1:(ms.crossVectors(Fi,Ni),t=[ms.x,ms.y,ms.z],wo(t,vn,bn,Rn,ps))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,ii).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(ii).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(Ti[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),Ti[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),Ti[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),Ti[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),Ti[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),Ti[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),Ti[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),Ti[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(Ti),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},Ti=[new I,new I,new I,new I,new I,new I,new I,new I],ii=new I,ds=new Kt,vn=new I,bn=new I,Rn=new I,Fi=new I,Ni=new I,Ji=new I,Cr=new I,ps=new I,ms=new I,$i=new I;function wo(n,e,t,i,r){for(let s=0,o=n.length-3;s<=o;s+=3){$i.fromArray(n,s);let a=r.x*Math.abs($i.x)+r.y*Math.abs($i.y)+r.z*Math.abs($i.z),c=e.dot($i),l=t.dot($i),h=i.dot($i);if(Math.max(-Math.max(c,l,h),Math.min(c,l,h))>a)return!1}return!0}var rt=new I,_s=new Re,cu=0,ni=class extends It{constructor(e,t,i=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:cu++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=i,this.usage=qa,this.updateRanges=[],this.gpuType=wt,this.version=0,this._normalizationScale=e!==void 0?rs(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,i){e*=this.itemSize,i*=t.itemSize;for(let r=0,s=this.itemSize;r<s;r++)this.array[e+r]=t.array[i+r];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,i=this.count;t<i;t++)_s.fromBufferAttribute(this,t),_s.applyMatrix3(e),this.setXY(t,_s.x,_s.y);else if(this.itemSize===3)for(let t=0,i=this.count;t<i;t++)rt.fromBufferAttribute(this,t),rt.applyMatrix3(e),this.setXYZ(t,rt.x,rt.y,rt.z);return this}applyMatrix4(e){for(let t=0,i=this.count;t<i;t++)rt.fromBufferAttribute(this,t),rt.applyMatrix4(e),this.setXYZ(t,rt.x,rt.y,rt.z);return this}applyNormalMatrix(e){for(let t=0,i=this.count;t<i;t++)rt.fromBufferAttribute(this,t),rt.applyNormalMatrix(e),this.setXYZ(t,rt.x,rt.y,rt.z);return this}transformDirection(e){for(let t=0,i=this.count;t<i;t++)rt.fromBufferAttribute(this,t),rt.transformDirection(e),this.setXYZ(t,rt.x,rt.y,rt.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let i=this.array[e*this.itemSize+t];return this.normalized&&(i=this._denormalize(i)),i}setComponent(e,t,i){return this.normalized&&(i=this._normalize(i)),this.array[e*this.itemSize+t]=i,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=i,this}setXYZ(e,t,i,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=r,this}setXYZW(e,t,i,r,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),r=this._normalize(r),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=r,this.array[e+3]=s,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):el(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):tl(e,this.array)}};var Cn=class extends ni{constructor(e,t,i){super(new Uint16Array(e),t,i)}};var wn=class extends ni{constructor(e,t,i){super(new Uint32Array(e),t,i)}};var mt=class extends ni{constructor(e,t,i){super(new Float32Array(e),t,i)}};var fu=new Kt,wr=new I,Lo=new I,fi=class{constructor(e=new I,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let i=this.center;t!==void 0?i.copy(t):fu.setFromPoints(e).getCenter(i);let r=0;for(let s=0,o=e.length;s<o;s++)r=Math.max(r,i.distanceToSquared(e[s]));return this.radius=Math.sqrt(r),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let i=this.center.distanceToSquared(e);return t.copy(e),i>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;wr.subVectors(e,this.center);let t=wr.lengthSq();if(t>this.radius*this.radius){let i=Math.sqrt(t),r=(i-this.radius)*.5;this.center.addScaledVector(wr,r/i),this.radius+=r}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Lo.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(wr.copy(e.center).add(Lo)),this.expandByPoint(wr.copy(e.center).sub(Lo))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}};var hu=0,Zt=new Be,Po=new je,Ln=new I,Gt=new Kt,Lr=new Kt,_t=new I,Ut=class n extends It{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:hu++}),this.uuid=li(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(Ka(e)?wn:Cn)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,i=0){this.groups.push({start:e,count:t,materialIndex:i})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let i=this.attributes.normal;if(i!==void 0){let s=new Se().getNormalMatrix(e);i.applyNormalMatrix(s),i.needsUpdate=!0}let r=this.attributes.tangent;return r!==void 0&&(r.transformDirection(e),r.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return Zt.makeRotationFromQuaternion(e),this.applyMatrix4(Zt),this}rotateX(e){return Zt.makeRotationX(e),this.applyMatrix4(Zt),this}rotateY(e){return Zt.makeRotationY(e),this.applyMatrix4(Zt),this}rotateZ(e){return Zt.makeRotationZ(e),this.applyMatrix4(Zt),this}translate(e,t,i){return Zt.makeTranslation(e,t,i),this.applyMatrix4(Zt),this}scale(e,t,i){return Zt.makeScale(e,t,i),this.applyMatrix4(Zt),this}lookAt(e){return Po.lookAt(e),Po.updateMatrix(),this.applyMatrix4(Po.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Ln).negate(),this.translate(Ln.x,Ln.y,Ln.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let i=[];for(let r=0,s=e.length;r<s;r++){let o=e[r];i.push(o.x,o.y,o.z||0)}this.setAttribute("position",new mt(i,3))}else{let i=Math.min(e.length,t.count);for(let r=0;r<i;r++){let s=e[r];t.setXYZ(r,s.x,s.y,s.z||0)}e.length>t.count&&ge("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Kt);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Ie("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new I(-1/0,-1/0,-1/0),new I(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let i=0,r=t.length;i<r;i++){let s=t[i];Gt.setFromBufferAttribute(s),this.morphTargetsRelative?(_t.addVectors(this.boundingBox.min,Gt.min),this.boundingBox.expandByPoint(_t),_t.addVectors(this.boundingBox.max,Gt.max),this.boundingBox.expandByPoint(_t)):(this.boundingBox.expandByPoint(Gt.min),this.boundingBox.expandByPoint(Gt.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Ie('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new fi);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Ie("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new I,1/0);return}if(e){let i=this.boundingSphere.center;if(Gt.setFromBufferAttribute(e),t)for(let s=0,o=t.length;s<o;s++){let a=t[s];Lr.setFromBufferAttribute(a),this.morphTargetsRelative?(_t.addVectors(Gt.min,Lr.min),Gt.expandByPoint(_t),_t.addVectors(Gt.max,Lr.max),Gt.expandByPoint(_t)):(Gt.expandByPoint(Lr.min),Gt.expandByPoint(Lr.max))}Gt.getCenter(i);let r=0;for(let s=0,o=e.count;s<o;s++)_t.fromBufferAttribute(e,s),r=Math.max(r,i.distanceToSquared(_t));if(t)for(let s=0,o=t.length;s<o;s++){let a=t[s],c=this.morphTargetsRelative;for(let l=0,h=a.count;l<h;l++)_t.fromBufferAttribute(a,l),c&&(Ln.fromBufferAttribute(e,l),_t.add(Ln)),r=Math.max(r,i.distanceToSquared(_t))}this.boundingSphere.radius=Math.sqrt(r),isNaN(this.boundingSphere.radius)&&Ie('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Ie("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let i=t.position,r=t.normal,s=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==i.count)&&(o=new ni(new Float32Array(4*i.count),4),this.setAttribute("tangent",o));let a=[],c=[],l=new Uint8Array(i.count);for(let V=0;V<i.count;V++)a[V]=new I,c[V]=new I;let h=new I,m=new I,_=new I,g=new Re,M=new Re,T=new Re,d=new I,f=new I;function E(V,B,F){l[V]=l[B]=l[F]=1,h.fromBufferAttribute(i,V),m.fromBufferAttribute(i,B),_.fromBufferAttribute(i,F),g.fromBufferAttribute(s,V),M.fromBufferAttribute(s,B),T.fromBufferAttribute(s,F),m.sub(h),_.sub(h),M.sub(g),T.sub(g);let H=1/(M.x*T.y-T.x*M.y);isFinite(H)&&(d.copy(m).multiplyScalar(T.y).addScaledVector(_,-M.y).multiplyScalar(H),f.copy(_).multiplyScalar(M.x).addScaledVector(m,-T.x).multiplyScalar(H),a[V].add(d),a[B].add(d),a[F].add(d),c[V].add(f),c[B].add(f),c[F].add(f))}let R=this.groups;R.length===0&&(R=[{start:0,count:e.count}]);for(let V=0,B=R.length;V<B;++V){let F=R[V],H=F.start,$=F.count;for(let L=H,Y=H+$;L<Y;L+=3)E(e.getX(L+0),e.getX(L+1),e.getX(L+2))}let A=new I,w=new I,N=new I,x=new I;function y(V){N.fromBufferAttribute(r,V),x.copy(N);let B=a[V];A.copy(B),A.sub(N.multiplyScalar(N.dot(B))).normalize(),w.crossVectors(x,B);let H=w.dot(c[V])<0?-1:1;o.setXYZW(V,A.x,A.y,A.z,H)}for(let V=0,B=i.count;V<B;++V)l[V]&&y(V);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let i=this.getAttribute("normal");if(i===void 0||i.count!==t.count)i=new ni(new Float32Array(t.count*3),3),this.setAttribute("normal",i);else for(let _=0,g=i.count;_<g;_++)i.setXYZ(_,0,0,0);let r=new I,s=new I,o=new I,a=new I,c=new I,l=new I,h=new I,m=new I;if(e)for(let _=0,g=e.count;_<g;_+=3){let M=e.getX(_+0),T=e.getX(_+1),d=e.getX(_+2);r.fromBufferAttribute(t,M),s.fromBufferAttribute(t,T),o.fromBufferAttribute(t,d),h.subVectors(o,s),m.subVectors(r,s),h.cross(m),a.fromBufferAttribute(i,M),c.fromBufferAttribute(i,T),l.fromBufferAttribute(i,d),a.add(h),c.add(h),l.add(h),i.setXYZ(M,a.x,a.y,a.z),i.setXYZ(T,c.x,c.y,c.z),i.setXYZ(d,l.x,l.y,l.z)}else for(let _=0,g=t.count;_<g;_+=3)r.fromBufferAttribute(t,_+0),s.fromBufferAttribute(t,_+1),o.fromBufferAttribute(t,_+2),h.subVectors(o,s),m.subVectors(r,s),h.cross(m),i.setXYZ(_+0,h.x,h.y,h.z),i.setXYZ(_+1,h.x,h.y,h.z),i.setXYZ(_+2,h.x,h.y,h.z);this.normalizeNormals(),i.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,i=e.count;t<i;t++)_t.fromBufferAttribute(e,t),_t.normalize(),e.setXYZ(t,_t.x,_t.y,_t.z)}toNonIndexed(){function e(a,c){let l=a.array,h=a.itemSize,m=a.normalized,_=new l.constructor(c.length*h),g=0,M=0;for(let T=0,d=c.length;T<d;T++){a.isInterleavedBufferAttribute?g=c[T]*a.data.stride+a.offset:g=c[T]*h;for(let f=0;f<h;f++)_[M++]=l[g++]}return new ni(_,h,m)}if(this.index===null)return ge("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new n,i=this.index.array,r=this.attributes;for(let a in r){let c=r[a],l=e(c,i);t.setAttribute(a,l)}let s=this.morphAttributes;for(let a in s){let c=[],l=s[a];for(let h=0,m=l.length;h<m;h++){let _=l[h],g=e(_,i);c.push(g)}t.morphAttributes[a]=c}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,c=o.length;a<c;a++){let l=o[a];t.addGroup(l.start,l.count,l.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let c=this.parameters;for(let l in c)c[l]!==void 0&&(e[l]=c[l]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let i=this.attributes;for(let c in i){let l=i[c];e.data.attributes[c]=l.toJSON(e.data)}let r={},s=!1;for(let c in this.morphAttributes){let l=this.morphAttributes[c],h=[];for(let m=0,_=l.length;m<_;m++){let g=l[m];h.push(g.toJSON(e.data))}h.length>0&&(r[c]=h,s=!0)}s&&(e.data.morphAttributes=r,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let i=e.index;i!==null&&this.setIndex(i.clone());let r=e.attributes;for(let l in r){let h=r[l];this.setAttribute(l,h.clone(t))}let s=e.morphAttributes;for(let l in s){let h=[],m=s[l];for(let _=0,g=m.length;_<g;_++)h.push(m[_].clone(t));this.morphAttributes[l]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let l=0,h=o.length;l<h;l++){let m=o[l];this.addGroup(m.start,m.count,m.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let c=e.boundingSphere;return c!==null&&(this.boundingSphere=c.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var Uo=new I,uu=new I,du=new Se,zt=class{constructor(e=new I(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,i,r){return this.normal.set(e,t,i),this.constant=r,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,i){let r=Uo.subVectors(i,t).cross(uu.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(r,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,i=!0){let r=e.delta(Uo),s=this.normal.dot(r);if(s===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/s;return i===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(r,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),i=this.distanceToPoint(e.end);return t<0&&i>0||i<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let i=t||du.getNormalMatrix(e),r=this.coplanarPoint(Uo).applyMatrix4(e),s=this.normal.applyMatrix3(i).normalize();return this.constant=-r.dot(s),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}};var pu=0,hi=class extends It{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:pu++}),this.uuid=li(),this.name="",this.type="Material",this.blending=Ri,this.side=pi,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Wr,this.blendDst=Xr,this.blendEquation=Ci,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Ae(0,0,0),this.blendAlpha=0,this.depthFunc=wi,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Ba,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=ts,this.stencilZFail=ts,this.stencilZPass=ts,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let i=e[t];if(i===void 0){ge(`Material: parameter '${t}' has value of undefined.`);continue}let r=this[t];if(r===void 0){ge(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}r&&r.isColor?r.set(i):r&&r.isVector2&&i&&i.isVector2||r&&r.isEuler&&i&&i.isEuler||r&&r.isVector3&&i&&i.isVector3?r.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let i={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};i.uuid=this.uuid,i.type=this.type,i.blending=this.blending,i.side=this.side,i.shadowSide=this.shadowSide,i.vertexColors=this.vertexColors,i.opacity=this.opacity,i.transparent=this.transparent,i.blendSrc=this.blendSrc,i.blendDst=this.blendDst,i.blendEquation=this.blendEquation,i.blendSrcAlpha=this.blendSrcAlpha,i.blendDstAlpha=this.blendDstAlpha,i.blendEquationAlpha=this.blendEquationAlpha,i.blendColor=this.blendColor.getHex(),i.blendAlpha=this.blendAlpha,i.depthFunc=this.depthFunc,i.depthTest=this.depthTest,i.depthWrite=this.depthWrite,i.colorWrite=this.colorWrite,i.clipIntersection=this.clipIntersection,i.clipShadows=this.clipShadows,i.stencilWriteMask=this.stencilWriteMask,i.stencilFunc=this.stencilFunc,i.stencilRef=this.stencilRef,i.stencilFuncMask=this.stencilFuncMask,i.stencilFail=this.stencilFail,i.stencilZFail=this.stencilZFail,i.stencilZPass=this.stencilZPass,i.stencilWrite=this.stencilWrite,i.polygonOffset=this.polygonOffset,i.polygonOffsetFactor=this.polygonOffsetFactor,i.polygonOffsetUnits=this.polygonOffsetUnits,i.dithering=this.dithering,i.alphaTest=this.alphaTest,i.alphaHash=this.alphaHash,i.alphaToCoverage=this.alphaToCoverage,i.premultipliedAlpha=this.premultipliedAlpha,i.forceSinglePass=this.forceSinglePass,i.allowOverride=this.allowOverride,i.visible=this.visible,i.toneMapped=this.toneMapped,i.name=this.name,this.color&&this.color.isColor&&(i.color=this.color.getHex()),this.roughness!==void 0&&(i.roughness=this.roughness),this.metalness!==void 0&&(i.metalness=this.metalness),this.sheen!==void 0&&(i.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(i.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(i.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(i.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(i.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(i.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(i.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(i.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(i.shininess=this.shininess),this.clearcoat!==void 0&&(i.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(i.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(i.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(i.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(i.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(i.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(i.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,i.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(i.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(i.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(i.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(i.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(i.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(i.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(i.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(i.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(i.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(i.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(i.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(i.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(i.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(i.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(i.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(i.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(i.lightMap=this.lightMap.toJSON(e).uuid,i.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(i.aoMap=this.aoMap.toJSON(e).uuid,i.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(i.bumpMap=this.bumpMap.toJSON(e).uuid,i.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(i.normalMap=this.normalMap.toJSON(e).uuid,i.normalMapType=this.normalMapType,i.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(i.displacementMap=this.displacementMap.toJSON(e).uuid,i.displacementScale=this.displacementScale,i.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(i.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(i.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(i.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(i.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(i.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(i.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(i.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(i.combine=this.combine)),this.envMapRotation!==void 0&&(i.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(i.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(i.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(i.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(i.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(i.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(i.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(i.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(i.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(i.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(i.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(i.size=this.size),this.sizeAttenuation!==void 0&&(i.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(s=>s.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function r(s){let o=[];for(let a in s){let c=s[a];delete c.metadata,o.push(c)}return o}if(t){let s=r(e.textures),o=r(e.images);s.length>0&&(i.textures=s),o.length>0&&(i.images=o)}return i}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new Ae().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(i=>new zt().fromJSON(i))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let i=e.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new Re().fromArray(i)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Re().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,i=null;if(t!==null){let r=t.length;i=new Array(r);for(let s=0;s!==r;++s)i[s]=t[s].clone()}return this.clippingPlanes=i,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var Ai=new I,Do=new I,gs=new I,xs=new I,Pn=class{constructor(e=new I,t=new I(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,Ai)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let i=t.dot(this.direction);return i<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=Ai.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(Ai.copy(this.origin).addScaledVector(this.direction,t),Ai.distanceToSquared(e))}distanceSqToSegment(e,t,i,r){Do.copy(e).add(t).multiplyScalar(.5),gs.copy(t).sub(e).normalize(),xs.copy(this.origin).sub(Do);let s=e.distanceTo(t)*.5,o=-this.direction.dot(gs),a=xs.dot(this.direction),c=-xs.dot(gs),l=xs.lengthSq(),h=Math.abs(1-o*o),m,_,g,M;if(h>0)if(m=o*c-a,_=o*a-c,M=s*h,m>=0)if(_>=-M)if(_<=M){let T=1/h;m*=T,_*=T,g=m*(m+o*_+2*a)+_*(o*m+_+2*c)+l}else _=s,m=Math.max(0,-(o*_+a)),g=-m*m+_*(_+2*c)+l;else _=-s,m=Math.max(0,-(o*_+a)),g=-m*m+_*(_+2*c)+l;else _<=-M?(m=Math.max(0,-(-o*s+a)),_=m>0?-s:Math.min(Math.max(-s,-c),s),g=-m*m+_*(_+2*c)+l):_<=M?(m=0,_=Math.min(Math.max(-s,-c),s),g=_*(_+2*c)+l):(m=Math.max(0,-(o*s+a)),_=m>0?s:Math.min(Math.max(-s,-c),s),g=-m*m+_*(_+2*c)+l);else _=o>0?-s:s,m=Math.max(0,-(o*_+a)),g=-m*m+_*(_+2*c)+l;return i&&i.copy(this.origin).addScaledVector(this.direction,m),r&&r.copy(Do).addScaledVector(gs,_),g}intersectSphere(e,t){if(e.radius<0)return null;Ai.subVectors(e.center,this.origin);let i=Ai.dot(this.direction),r=Ai.dot(Ai)-i*i,s=e.radius*e.radius;if(r>s)return null;let o=Math.sqrt(s-r),a=i-o,c=i+o;return c<0?null:a<0?this.at(c,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(e.normal)+e.constant)/t;return i>=0?i:null}intersectPlane(e,t){let i=this.distanceToPlane(e);return i===null?null:this.at(i,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let i,r,s,o,a,c,l=1/this.direction.x,h=1/this.direction.y,m=1/this.direction.z,_=this.origin;return l>=0?(i=(e.min.x-_.x)*l,r=(e.max.x-_.x)*l):(i=(e.max.x-_.x)*l,r=(e.min.x-_.x)*l),h>=0?(s=(e.min.y-_.y)*h,o=(e.max.y-_.y)*h):(s=(e.max.y-_.y)*h,o=(e.min.y-_.y)*h),i>o||s>r||((s>i||isNaN(i))&&(i=s),(o<r||isNaN(r))&&(r=o),m>=0?(a=(e.min.z-_.z)*m,c=(e.max.z-_.z)*m):(a=(e.max.z-_.z)*m,c=(e.min.z-_.z)*m),i>c||a>r)||((a>i||i!==i)&&(i=a),(c<r||r!==r)&&(r=c),r<0)?null:this.at(i>=0?i:r,t)}intersectsBox(e){return this.intersectBox(e,Ai)!==null}intersectTriangle(e,t,i,r,s){let o=this.origin,a=this.direction,c=a.x,l=a.y,h=a.z,m=e.x-o.x,_=e.y-o.y,g=e.z-o.z,M=t.x-o.x,T=t.y-o.y,d=t.z-o.z,f=i.x-o.x,E=i.y-o.y,R=i.z-o.z,A=Math.abs(c),w=Math.abs(l),N=Math.abs(h),x,y,V,B,F,H,$,L,Y,ee,ue,se;if(A>=w&&A>=N?(V=c,H=m,Y=M,se=f,c>=0?(x=l,y=h,B=_,F=g,$=T,L=d,ee=E,ue=R):(x=h,y=l,B=g,F=_,$=d,L=T,ee=R,ue=E)):w>=N?(V=l,H=_,Y=T,se=E,l>=0?(x=h,y=c,B=g,F=m,$=d,L=M,ee=R,ue=f):(x=c,y=h,B=m,F=g,$=M,L=d,ee=f,ue=R)):(V=h,H=g,Y=d,se=R,h>=0?(x=c,y=l,B=m,F=_,$=M,L=T,ee=f,ue=E):(x=l,y=c,B=_,F=m,$=T,L=M,ee=E,ue=f)),V===0)return null;let X=x/V,K=y/V,Q=1/V,ve=B-X*H,Fe=F-K*H,it=$-X*Y,Je=L-K*Y,Ze=ee-X*se,We=ue-K*se,Ee=Ze*Je-We*it,Xe=ve*We-Fe*Ze,st=it*Fe-Je*ve;if(r){if(Ee<0||Xe<0||st<0)return null}else if((Ee<0||Xe<0||st<0)&&(Ee>0||Xe>0||st>0))return null;let He=Ee+Xe+st;if(He===0)return null;let ot=Q*(Ee*H+Xe*Y+st*se);return(He>0?ot<0:ot>0)?null:this.at(ot/He,s)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}};var Ms=class extends hi{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Ae(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Yt,this.combine=nn,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}};var pl=new Be,Qi=new Pn,Ss=new fi,ml=new I,Es=new I,Ts=new I,As=new I,Io=new I,ys=new I,_l=new I,vs=new I,Oi=class extends je{constructor(e=new Ut,t=new Ms){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let r=t[i[0]];if(r!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let s=0,o=r.length;s<o;s++){let a=r[s].name||String(s);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=s}}}}getVertexPosition(e,t){let i=this.geometry,r=i.attributes.position,s=i.morphAttributes.position,o=i.morphTargetsRelative;t.fromBufferAttribute(r,e);let a=this.morphTargetInfluences;if(s&&a){ys.set(0,0,0);for(let c=0,l=s.length;c<l;c++){let h=a[c],m=s[c];h!==0&&(Io.fromBufferAttribute(m,e),o?ys.addScaledVector(Io,h):ys.addScaledVector(Io.sub(t),h))}t.add(ys)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,r=this.material,s=this.matrixWorld;r!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),Ss.copy(i.boundingSphere),Ss.applyMatrix4(s),Qi.copy(e.ray).recast(e.near),!(Ss.containsPoint(Qi.origin)===!1&&(Qi.intersectSphere(Ss,ml)===null||Qi.origin.distanceToSquared(ml)>(e.far-e.near)**2))&&(pl.copy(s).invert(),Qi.copy(e.ray).applyMatrix4(pl),!(i.boundingBox!==null&&Qi.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(e,t,Qi)))}_computeIntersections(e,t,i){let r,s=this.geometry,o=this.material,a=s.index,c=s.attributes.position,l=s.attributes.uv,h=s.attributes.uv1,m=s.attributes.normal,_=s.groups,g=s.drawRange;if(a!==null)if(Array.isArray(o))for(let M=0,T=_.length;M<T;M++){let d=_[M],f=o[d.materialIndex],E=Math.max(d.start,g.start),R=Math.min(a.count,Math.min(d.start+d.count,g.start+g.count));for(let A=E,w=R;A<w;A+=3){let N=a.getX(A),x=a.getX(A+1),y=a.getX(A+2);r=bs(this,f,e,i,l,h,m,N,x,y),r&&(r.faceIndex=Math.floor(A/3),r.face.materialIndex=d.materialIndex,t.push(r))}}else{let M=Math.max(0,g.start),T=Math.min(a.count,g.start+g.count);for(let d=M,f=T;d<f;d+=3){let E=a.getX(d),R=a.getX(d+1),A=a.getX(d+2);r=bs(this,o,e,i,l,h,m,E,R,A),r&&(r.faceIndex=Math.floor(d/3),t.push(r))}}else if(c!==void 0)if(Array.isArray(o))for(let M=0,T=_.length;M<T;M++){let d=_[M],f=o[d.materialIndex],E=Math.max(d.start,g.start),R=Math.min(c.count,Math.min(d.start+d.count,g.start+g.count));for(let A=E,w=R;A<w;A+=3){let N=A,x=A+1,y=A+2;r=bs(this,f,e,i,l,h,m,N,x,y),r&&(r.faceIndex=Math.floor(A/3),r.face.materialIndex=d.materialIndex,t.push(r))}}else{let M=Math.max(0,g.start),T=Math.min(c.count,g.start+g.count);for(let d=M,f=T;d<f;d+=3){let E=d,R=d+1,A=d+2;r=bs(this,o,e,i,l,h,m,E,R,A),r&&(r.faceIndex=Math.floor(d/3),t.push(r))}}}};function mu(n,e,t,i,r,s,o,a){let c;if(e.side===Tt?c=i.intersectTriangle(o,s,r,!0,a):c=i.intersectTriangle(r,s,o,e.side===pi,a),c===null)return null;vs.copy(a),vs.applyMatrix4(n.matrixWorld);let l=t.ray.origin.distanceTo(vs);return l<t.near||l>t.far?null:{distance:l,point:vs.clone(),object:n}}function bs(n,e,t,i,r,s,o,a,c,l){n.getVertexPosition(a,Es),n.getVertexPosition(c,Ts),n.getVertexPosition(l,As);let h=mu(n,e,t,i,Es,Ts,As,_l);if(h){let m=new I;ci.getBarycoord(_l,Es,Ts,As,m),r&&(h.uv=ci.getInterpolatedAttribute(r,a,c,l,m,new Re)),s&&(h.uv1=ci.getInterpolatedAttribute(s,a,c,l,m,new Re)),o&&(h.normal=ci.getInterpolatedAttribute(o,a,c,l,m,new I),h.normal.dot(i.direction)>0&&h.normal.multiplyScalar(-1));let _={a,b:c,c:l,normal:new I,materialIndex:0};ci.getNormal(Es,Ts,As,_.normal),h.face=_,h.barycoord=m}return h}var ji=new fi,_u=new Re(.5,.5),Rs=new I,yi=class{constructor(e=new zt,t=new zt,i=new zt,r=new zt,s=new zt,o=new zt){this.planes=[e,t,i,r,s,o]}set(e,t,i,r,s,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(i),a[3].copy(r),a[4].copy(s),a[5].copy(o),this}copy(e){let t=this.planes;for(let i=0;i<6;i++)t[i].copy(e.planes[i]);return this}setFromProjectionMatrix(e,t=Pt,i=!1){let r=this.planes,s=e.elements,o=s[0],a=s[1],c=s[2],l=s[3],h=s[4],m=s[5],_=s[6],g=s[7],M=s[8],T=s[9],d=s[10],f=s[11],E=s[12],R=s[13],A=s[14],w=s[15];if(r[0].setComponents(l-o,g-h,f-M,w-E).normalize(),r[1].setComponents(l+o,g+h,f+M,w+E).normalize(),r[2].setComponents(l+a,g+m,f+T,w+R).normalize(),r[3].setComponents(l-a,g-m,f-T,w-R).normalize(),i)r[4].setComponents(c,_,d,A).normalize(),r[5].setComponents(l-c,g-_,f-d,w-A).normalize();else if(r[4].setComponents(l-c,g-_,f-d,w-A).normalize(),t===Pt)r[5].setComponents(l+c,g+_,f+d,w+A).normalize();else if(t===Yi)r[5].setComponents(c,_,d,A).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),ji.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),ji.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(ji)}intersectsSprite(e){ji.center.set(0,0,0);let t=_u.distanceTo(e.center);return ji.radius=.7071067811865476+t,ji.applyMatrix4(e.matrixWorld),this.intersectsSphere(ji)}intersectsSphere(e){let t=this.planes,i=e.center,r=-e.radius;for(let s=0;s<6;s++)if(t[s].distanceToPoint(i)<r)return!1;return!0}intersectsBox(e){let t=this.planes;for(let i=0;i<6;i++){let r=t[i];if(Rs.x=r.normal.x>0?e.max.x:e.min.x,Rs.y=r.normal.y>0?e.max.y:e.min.y,Rs.z=r.normal.z>0?e.max.z:e.min.z,r.distanceToPoint(Rs)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let i=0;i<6;i++)if(t[i].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}};var gl=new Be,Cs=class n{constructor(){this.coordinateSystem=Pt,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,i=this._frustums;for(let r=0;r<t.length;r++){let s=t[r];gl.multiplyMatrices(s.projectionMatrix,s.matrixWorldInverse),i[r]===void 0&&(i[r]=new yi),i[r].setFromProjectionMatrix(gl,s.coordinateSystem,s.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,i=e._frustums;for(let r=0;r<e._count;r++)t[r]===void 0&&(t[r]=new yi),t[r].copy(i[r]);return this._count=e._count,this}clone(){return new n().copy(this)}};var en=class extends hi{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Ae(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}};var Ps=new I,Us=new I,xl=new Be,Pr=new Pn,ws=new fi,Fo=new I,Ml=new I,Ds=class extends je{constructor(e=new Ut,t=new en){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[0];for(let r=1,s=t.count;r<s;r++)Ps.fromBufferAttribute(t,r-1),Us.fromBufferAttribute(t,r),i[r]=i[r-1],i[r]+=Ps.distanceTo(Us);e.setAttribute("lineDistance",new mt(i,1))}else ge("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,r=this.matrixWorld,s=e.params.Line.threshold,o=i.drawRange;if(i.boundingSphere===null&&i.computeBoundingSphere(),ws.copy(i.boundingSphere),ws.applyMatrix4(r),ws.radius+=s,e.ray.intersectsSphere(ws)===!1)return;xl.copy(r).invert(),Pr.copy(e.ray).applyMatrix4(xl);let a=s/((this.scale.x+this.scale.y+this.scale.z)/3),c=a*a,l=this.isLineSegments?2:1,h=i.index,_=i.attributes.position;if(h!==null){let g=Math.max(0,o.start),M=Math.min(h.count,o.start+o.count);for(let T=g,d=M-1;T<d;T+=l){let f=h.getX(T),E=h.getX(T+1),R=Ls(this,e,Pr,c,f,E,T);R&&t.push(R)}if(this.isLineLoop){let T=h.getX(M-1),d=h.getX(g),f=Ls(this,e,Pr,c,T,d,M-1);f&&t.push(f)}}else{let g=Math.max(0,o.start),M=Math.min(_.count,o.start+o.count);for(let T=g,d=M-1;T<d;T+=l){let f=Ls(this,e,Pr,c,T,T+1,T);f&&t.push(f)}if(this.isLineLoop){let T=Ls(this,e,Pr,c,M-1,g,M-1);T&&t.push(T)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let r=t[i[0]];if(r!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let s=0,o=r.length;s<o;s++){let a=r[s].name||String(s);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=s}}}}};function Ls(n,e,t,i,r,s,o){let a=n.geometry.attributes.position;if(Ps.fromBufferAttribute(a,r),Us.fromBufferAttribute(a,s),t.distanceSqToSegment(Ps,Us,Fo,Ml)>i)return;Fo.applyMatrix4(n.matrixWorld);let l=e.ray.origin.distanceTo(Fo);if(!(l<e.near||l>e.far))return{distance:l,point:Ml.clone().applyMatrix4(n.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:n}}var Sl=new I,El=new I,Ur=class extends Ds{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[];for(let r=0,s=t.count;r<s;r+=2)Sl.fromBufferAttribute(t,r),El.fromBufferAttribute(t,r+1),i[r]=r===0?0:i[r-1],i[r+1]=i[r]+Sl.distanceTo(El);e.setAttribute("lineDistance",new mt(i,1))}else ge("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var Is=class extends Mt{constructor(e=[],t=qr,i,r,s,o,a,c,l,h){super(e,t,i,r,s,o,a,c,l,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var Un=class extends Mt{constructor(e,t,i=Nt,r,s,o,a=At,c=At,l,h=gi,m=1){if(h!==gi&&h!==xi)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let _={width:e,height:t,depth:m};super(_,r,s,o,a,c,h,i,l),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new Ui(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}};var Fs=class extends Un{constructor(e,t=Nt,i=qr,r,s,o=At,a=At,c,l=gi){let h={width:e,height:e,depth:1},m=[h,h,h,h,h,h];super(e,e,t,i,r,s,o,a,c,l),this.image=m,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}};var Ns=class n extends Ut{constructor(e=1,t=1,i=1,r=1,s=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:i,widthSegments:r,heightSegments:s,depthSegments:o};let a=this;r=Math.floor(r),s=Math.floor(s),o=Math.floor(o);let c=[],l=[],h=[],m=[],_=0,g=0;M("z","y","x",-1,-1,i,t,e,o,s,0),M("z","y","x",1,-1,i,t,-e,o,s,1),M("x","z","y",1,1,e,i,t,r,o,2),M("x","z","y",1,-1,e,i,-t,r,o,3),M("x","y","z",1,-1,e,t,i,r,s,4),M("x","y","z",-1,-1,e,t,-i,r,s,5),this.setIndex(c),this.setAttribute("position",new mt(l,3)),this.setAttribute("normal",new mt(h,3)),this.setAttribute("uv",new mt(m,2));function M(T,d,f,E,R,A,w,N,x,y,V){let B=A/x,F=w/y,H=A/2,$=w/2,L=N/2,Y=x+1,ee=y+1,ue=0,se=0,X=new I;for(let K=0;K<ee;K++){let Q=K*F-$;for(let ve=0;ve<Y;ve++){let Fe=ve*B-H;X[T]=Fe*E,X[d]=Q*R,X[f]=L,l.push(X.x,X.y,X.z),X[T]=0,X[d]=0,X[f]=N>0?1:-1,h.push(X.x,X.y,X.z),m.push(ve/x),m.push(1-K/y),ue+=1}}for(let K=0;K<y;K++)for(let Q=0;Q<x;Q++){let ve=_+Q+Y*K,Fe=_+Q+Y*(K+1),it=_+(Q+1)+Y*(K+1),Je=_+(Q+1)+Y*K;c.push(ve,Fe,Je),c.push(Fe,it,Je),se+=6}a.addGroup(g,se,V),g+=se,_+=ue}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var Os=new I,Bs=new I,No=new I,Gs=new ci,zs=class extends Ut{constructor(e=null,t=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:e,thresholdAngle:t},e!==null){let r=Math.pow(10,4),s=Math.cos(_n*t),o=e.getIndex(),a=e.getAttribute("position"),c=o?o.count:a.count,l=[0,0,0],h=["a","b","c"],m=new Array(3),_=new Map,g=[];for(let M=0;M<c;M+=3){o?(l[0]=o.getX(M),l[1]=o.getX(M+1),l[2]=o.getX(M+2)):(l[0]=M,l[1]=M+1,l[2]=M+2);let{a:T,b:d,c:f}=Gs;if(T.fromBufferAttribute(a,l[0]),d.fromBufferAttribute(a,l[1]),f.fromBufferAttribute(a,l[2]),Gs.getNormal(No),m[0]=`${Math.round(T.x*r)},${Math.round(T.y*r)},${Math.round(T.z*r)}`,m[1]=`${Math.round(d.x*r)},${Math.round(d.y*r)},${Math.round(d.z*r)}`,m[2]=`${Math.round(f.x*r)},${Math.round(f.y*r)},${Math.round(f.z*r)}`,!(m[0]===m[1]||m[1]===m[2]||m[2]===m[0]))for(let E=0;E<3;E++){let R=(E+1)%3,A=m[E],w=m[R],N=Gs[h[E]],x=Gs[h[R]],y=`${A}_${w}`,V=`${w}_${A}`,B=_.get(V);B?(No.dot(B.normal)<=s&&(g.push(N.x,N.y,N.z),g.push(x.x,x.y,x.z)),_.set(V,null)):_.has(y)||_.set(y,{index0:l[E],index1:l[R],normal:No.clone()})}}for(let M of _.values())if(M){let{index0:T,index1:d}=M;Os.fromBufferAttribute(a,T),Bs.fromBufferAttribute(a,d),g.push(Os.x,Os.y,Os.z),g.push(Bs.x,Bs.y,Bs.z)}this.setAttribute("position",new mt(g,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}};var Hs=class n extends Ut{constructor(e=1,t=1,i=1,r=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:i,heightSegments:r};let s=e/2,o=t/2,a=Math.floor(i),c=Math.floor(r),l=a+1,h=c+1,m=e/a,_=t/c,g=[],M=[],T=[],d=[];for(let f=0;f<h;f++){let E=f*_-o;for(let R=0;R<l;R++){let A=R*m-s;M.push(A,-E,0),T.push(0,0,1),d.push(R/a),d.push(1-f/c)}}for(let f=0;f<c;f++)for(let E=0;E<a;E++){let R=E+l*f,A=E+l*(f+1),w=E+1+l*(f+1),N=E+1+l*f;g.push(R,A,N),g.push(A,w,N)}this.setIndex(g),this.setAttribute("position",new mt(M,3)),this.setAttribute("normal",new mt(T,3)),this.setAttribute("uv",new mt(d,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.widthSegments,e.heightSegments)}};function tn(n){let e={};for(let t in n){e[t]={};for(let i in n[t]){let r=n[t][i];if(Tl(r))r.isRenderTargetTexture?(ge("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][i]=null):e[t][i]=r.clone();else if(Array.isArray(r))if(Tl(r[0])){let s=[];for(let o=0,a=r.length;o<a;o++)s[o]=r[o].clone();e[t][i]=s}else e[t][i]=r.slice();else e[t][i]=r}}return e}function bt(n){let e={};for(let t=0;t<n.length;t++){let i=tn(n[t]);for(let r in i)e[r]=i[r]}return e}function Tl(n){return n&&(n.isColor||n.isMatrix3||n.isMatrix4||n.isVector2||n.isVector3||n.isVector4||n.isTexture||n.isQuaternion)}function Al(n){let e=[];for(let t=0;t<n.length;t++)e.push(n[t].clone());return e}function ks(n){let e=n.getRenderTarget();return e===null?n.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:we.workingColorSpace}var yl={clone:tn,merge:bt};var vl=`void main() {
gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}
`;var bl=`void main() {
gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}
`;var Dr=class extends hi{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=vl,this.fragmentShader=bl,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=tn(e.uniforms),this.uniformsGroups=Al(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let r in this.uniforms){let o=this.uniforms[r].value;o&&o.isTexture?t.uniforms[r]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[r]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[r]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[r]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[r]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[r]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[r]={type:"m4",value:o.toArray()}:t.uniforms[r]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let i={};for(let r in this.extensions)this.extensions[r]===!0&&(i[r]=!0);return Object.keys(i).length>0&&(t.extensions=i),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let i in e.uniforms){let r=e.uniforms[i];switch(this.uniforms[i]={},r.type){case"t":this.uniforms[i].value=t[r.value]||null;break;case"c":this.uniforms[i].value=new Ae().setHex(r.value);break;case"v2":this.uniforms[i].value=new Re().fromArray(r.value);break;case"v3":this.uniforms[i].value=new I().fromArray(r.value);break;case"v4":this.uniforms[i].value=new Ke().fromArray(r.value);break;case"m3":this.uniforms[i].value=new Se().fromArray(r.value);break;case"m4":this.uniforms[i].value=new Be().fromArray(r.value);break;default:this.uniforms[i].value=r.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let i in e.extensions)this.extensions[i]=e.extensions[i];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}};var Ir=class extends hi{constructor(e){super(),this.isMeshPhongMaterial=!0,this.type="MeshPhongMaterial",this.color=new Ae(16777215),this.specular=new Ae(1118481),this.shininess=30,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Ae(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ar,this.normalScale=new Re(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Yt,this.combine=nn,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.specular.copy(e.specular),this.shininess=e.shininess,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var Dn=class extends je{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new Ae(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}};var Fr=class extends Dn{constructor(e,t,i){super(e,i),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(je.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Ae(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}};var Oo=new Be,Rl=new I,Cl=new I,Vs=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Re(512,512),this.mapType=pt,this.map=null,this.mapPass=null,this.matrix=new Be,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new yi,this._frameExtents=new Re(1,1),this._viewportCount=1,this._viewports=[new Ke(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;Rl.setFromMatrixPosition(e.matrixWorld),t.position.copy(Rl),Cl.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(Cl),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,i,r){Oo.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),i.setFromProjectionMatrix(Oo,e.coordinateSystem,e.reversedDepth);let s=this._frameExtents,o=r?r.z/s.x:1,a=r?r.w/s.y:1,c=r?r.x/s.x:0,l=r?r.y/s.y:0;e.coordinateSystem===Yi||e.reversedDepth?t.set(.5*o,0,0,.5*o+c,0,.5*a,0,.5*a+l,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+c,0,.5*a,0,.5*a+l,0,0,.5,.5,0,0,0,1),t.multiply(Oo)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}};var Ws=new I,Xs=new qt,ui=new I,In=class extends je{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Be,this.projectionMatrix=new Be,this.projectionMatrixInverse=new Be,this.coordinateSystem=Pt,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Ws,Xs,ui),ui.x===1&&ui.y===1&&ui.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ws,Xs,ui.set(1,1,1)).invert()}updateWorldMatrix(e,t,i=!1){super.updateWorldMatrix(e,t,i),this.matrixWorld.decompose(Ws,Xs,ui),ui.x===1&&ui.y===1&&ui.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ws,Xs,ui.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}};var Bi=new I,wl=new Re,Ll=new Re,Nr=class extends In{constructor(e=50,t=1,i=.1,r=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=i,this.far=r,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=fo*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(_n*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return fo*2*Math.atan(Math.tan(_n*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,i){Bi.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Bi.x,Bi.y).multiplyScalar(-e/Bi.z),Bi.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(Bi.x,Bi.y).multiplyScalar(-e/Bi.z)}getViewSize(e,t){return this.getViewBounds(e,wl,Ll),t.subVectors(Ll,wl)}setViewOffset(e,t,i,r,s,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=r,this.view.width=s,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(_n*.5*this.fov)/this.zoom,i=2*t,r=this.aspect*i,s=-.5*r,o=this.view;if(this.view!==null&&this.view.enabled){let c=o.fullWidth,l=o.fullHeight;s+=o.offsetX*r/c,t-=o.offsetY*i/l,r*=o.width/c,i*=o.height/l}let a=this.filmOffset;a!==0&&(s+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(s,s+r,t,t-i,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var qs=class extends In{constructor(e=-1,t=1,i=1,r=-1,s=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=i,this.bottom=r,this.near=s,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,i,r,s,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=r,this.view.width=s,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),i=(this.right+this.left)/2,r=(this.top+this.bottom)/2,s=i-e,o=i+e,a=r+t,c=r-t;if(this.view!==null&&this.view.enabled){let l=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;s+=l*this.view.offsetX,o=s+l*this.view.width,a-=h*this.view.offsetY,c=a-h*this.view.height}this.projectionMatrix.makeOrthographic(s,o,a,c,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}};var Ys=class extends Vs{constructor(){super(new qs(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}};var Or=class extends Dn{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(je.DEFAULT_UP),this.updateMatrix(),this.target=new je,this.shadow=new Ys}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}};function Bo(n,e,t,i){let r=gu(i);switch(t){case Qr:return n*e;case es:return n*e/r.components*r.byteLength;case an:return n*e/r.components*r.byteLength;case Pi:return n*e*2/r.components*r.byteLength;case ln:return n*e*2/r.components*r.byteLength;case jr:return n*e*3/r.components*r.byteLength;case Ot:return n*e*4/r.components*r.byteLength;case cn:return n*e*4/r.components*r.byteLength;case fn:case hn:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case un:case dn:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Kn:case Jn:return Math.max(n,16)*Math.max(e,8)/4;case Yn:case Zn:return Math.max(n,8)*Math.max(e,8)/2;case $n:case Qn:case er:case tr:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case jn:case Wi:case ir:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case nr:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case rr:return Math.floor((n+4)/5)*Math.floor((e+3)/4)*16;case sr:return Math.floor((n+4)/5)*Math.floor((e+4)/5)*16;case or:return Math.floor((n+5)/6)*Math.floor((e+4)/5)*16;case ar:return Math.floor((n+5)/6)*Math.floor((e+5)/6)*16;case lr:return Math.floor((n+7)/8)*Math.floor((e+4)/5)*16;case cr:return Math.floor((n+7)/8)*Math.floor((e+5)/6)*16;case fr:return Math.floor((n+7)/8)*Math.floor((e+7)/8)*16;case hr:return Math.floor((n+9)/10)*Math.floor((e+4)/5)*16;case ur:return Math.floor((n+9)/10)*Math.floor((e+5)/6)*16;case dr:return Math.floor((n+9)/10)*Math.floor((e+7)/8)*16;case pr:return Math.floor((n+9)/10)*Math.floor((e+9)/10)*16;case mr:return Math.floor((n+11)/12)*Math.floor((e+9)/10)*16;case _r:return Math.floor((n+11)/12)*Math.floor((e+11)/12)*16;case gr:case xr:case Mr:return Math.ceil(n/4)*Math.ceil(e/4)*16;case Sr:case Er:return Math.ceil(n/4)*Math.ceil(e/4)*8;case Xi:case Tr:return Math.ceil(n/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function gu(n){switch(n){case pt:case Kr:return{byteLength:1,components:1};case _i:case Zr:case Li:return{byteLength:2,components:1};case sn:case on:return{byteLength:2,components:4};case Nt:case rn:case wt:return{byteLength:4,components:1};case Jr:case $r:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${n}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?ge("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Pl(){let n=null,e=!1,t=null,i=null;function r(s,o){i=n.requestAnimationFrame(r),t(s,o)}return{start:function(){e!==!0&&t!==null&&n!==null&&(i=n.requestAnimationFrame(r),e=!0)},stop:function(){n!==null&&n.cancelAnimationFrame(i),e=!1},setAnimationLoop:function(s){t=s},setContext:function(s){n=s}}}function Ul(n){let e=new WeakMap;function t(a,c){let l=a.array,h=a.usage,m=l.byteLength,_=n.createBuffer();n.bindBuffer(c,_),n.bufferData(c,l,h),a.onUploadCallback();let g;if(l instanceof Float32Array)g=n.FLOAT;else if(typeof Float16Array<"u"&&l instanceof Float16Array)g=n.HALF_FLOAT;else if(l instanceof Uint16Array)a.isFloat16BufferAttribute?g=n.HALF_FLOAT:g=n.UNSIGNED_SHORT;else if(l instanceof Int16Array)g=n.SHORT;else if(l instanceof Uint32Array)g=n.UNSIGNED_INT;else if(l instanceof Int32Array)g=n.INT;else if(l instanceof Int8Array)g=n.BYTE;else if(l instanceof Uint8Array)g=n.UNSIGNED_BYTE;else if(l instanceof Uint8ClampedArray)g=n.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+l);return{buffer:_,type:g,bytesPerElement:l.BYTES_PER_ELEMENT,version:a.version,size:m}}function i(a,c,l){let h=c.array,m=c.updateRanges;if(n.bindBuffer(l,a),m.length===0)n.bufferSubData(l,0,h);else{m.sort((g,M)=>g.start-M.start);let _=0;for(let g=1;g<m.length;g++){let M=m[_],T=m[g];T.start<=M.start+M.count+1?M.count=Math.max(M.count,T.start+T.count-M.start):(++_,m[_]=T)}m.length=_+1;for(let g=0,M=m.length;g<M;g++){let T=m[g];n.bufferSubData(l,T.start*h.BYTES_PER_ELEMENT,h,T.start,T.count)}c.clearUpdateRanges()}c.onUploadCallback()}function r(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function s(a){a.isInterleavedBufferAttribute&&(a=a.data);let c=e.get(a);c&&(n.deleteBuffer(c.buffer),e.delete(a))}function o(a,c){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let l=e.get(a);if(l===void 0)e.set(a,t(a,c));else if(l.version<a.version){if(l.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");i(l.buffer,a,c),l.version=a.version}}return{get:r,remove:s,update:o}}var Dl=`#ifdef USE_ALPHAHASH
if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif
`;var Il=`#ifdef USE_ALPHAHASH
const float ALPHA_HASH_SCALE = 0.05;
float hash2D( vec2 value ) {
return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
}
float hash3D( vec3 value ) {
return hash2D( vec2( hash2D( value.xy ), value.z ) );
}
float getAlphaHashThreshold( vec3 position ) {
float maxDeriv = max(
length( dFdx( position.xyz ) ),
length( dFdy( position.xyz ) )
);
float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
vec2 pixScales = vec2(
exp2( floor( log2( pixScale ) ) ),
exp2( ceil( log2( pixScale ) ) )
);
vec2 alpha = vec2(
hash3D( floor( pixScales.x * position.xyz ) ),
hash3D( floor( pixScales.y * position.xyz ) )
);
float lerpFactor = fract( log2( pixScale ) );
float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
float a = min( lerpFactor, 1.0 - lerpFactor );
vec3 cases = vec3(
x * x / ( 2.0 * a * ( 1.0 - a ) ),
( x - 0.5 * a ) / ( 1.0 - a ),
1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
);
float threshold = ( x < ( 1.0 - a ) )
? ( ( x < a ) ? cases.x : cases.y )
: cases.z;
return clamp( threshold , 1.0e-6, 1.0 );
}
#endif
`;var Fl=`#ifdef USE_ALPHAMAP
diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif
`;var Nl=`#ifdef USE_ALPHAMAP
uniform sampler2D alphaMap;
#endif
`;var Ol=`#ifdef USE_ALPHATEST
#ifdef ALPHA_TO_COVERAGE
diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
if ( diffuseColor.a == 0.0 ) discard;
#else
if ( diffuseColor.a < alphaTest ) discard;
#endif
#endif
`;var Bl=`#ifdef USE_ALPHATEST
uniform float alphaTest;
#endif
`;var Gl=`#ifdef USE_AOMAP
float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
reflectedLight.indirectDiffuse *= ambientOcclusion;
#if defined( USE_CLEARCOAT )
clearcoatSpecularIndirect *= ambientOcclusion;
#endif
#if defined( USE_SHEEN )
sheenSpecularIndirect *= ambientOcclusion;
#endif
#if defined( USE_ENVMAP ) && defined( STANDARD )
float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
#endif
#endif
`;var zl=`#ifdef USE_AOMAP
uniform sampler2D aoMap;
uniform float aoMapIntensity;
#endif
`;var Hl=`#ifdef USE_BATCHING
#if ! defined( GL_ANGLE_multi_draw )
#define gl_DrawID _gl_DrawID
uniform int _gl_DrawID;
#endif
uniform highp sampler2D batchingTexture;
uniform highp usampler2D batchingIdTexture;
mat4 getBatchingMatrix( const in float i ) {
int size = textureSize( batchingTexture, 0 ).x;
int j = int( i ) * 4;
int x = j % size;
int y = j / size;
vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
return mat4( v1, v2, v3, v4 );
}
float getIndirectIndex( const in int i ) {
int size = textureSize( batchingIdTexture, 0 ).x;
int x = i % size;
int y = i / size;
return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
}
#endif
#ifdef USE_BATCHING_COLOR
uniform sampler2D batchingColorTexture;
vec4 getBatchingColor( const in float i ) {
int size = textureSize( batchingColorTexture, 0 ).x;
int j = int( i );
int x = j % size;
int y = j / size;
return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
}
#endif
`;var kl=`#ifdef USE_BATCHING
mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif
`;var Vl=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
vPosition = vec3( position );
#endif
`;var Wl=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
vec3 objectTangent = vec3( tangent.xyz );
#endif
`;var Xl=`float G_BlinnPhong_Implicit(  ) {
return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
vec3 halfDir = normalize( lightDir + viewDir );
float dotNH = saturate( dot( normal, halfDir ) );
float dotVH = saturate( dot( viewDir, halfDir ) );
vec3 F = F_Schlick( specularColor, 1.0, dotVH );
float G = G_BlinnPhong_Implicit(  );
float D = D_BlinnPhong( shininess, dotNH );
return F * ( G * D );
}
`;var ql="";var Yl="";var Kl=`#if NUM_CLIPPING_PLANES > 0
vec4 plane;
#ifdef ALPHA_TO_COVERAGE
float distanceToPlane, distanceGradient;
float clipOpacity = 1.0;
#pragma unroll_loop_start
for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
plane = clippingPlanes[ i ];
distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
distanceGradient = fwidth( distanceToPlane ) / 2.0;
clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
if ( clipOpacity == 0.0 ) discard;
}
#pragma unroll_loop_end
#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
float unionClipOpacity = 1.0;
#pragma unroll_loop_start
for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
plane = clippingPlanes[ i ];
distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
distanceGradient = fwidth( distanceToPlane ) / 2.0;
unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
}
#pragma unroll_loop_end
clipOpacity *= 1.0 - unionClipOpacity;
#endif
diffuseColor.a *= clipOpacity;
if ( diffuseColor.a == 0.0 ) discard;
#else
#pragma unroll_loop_start
for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
plane = clippingPlanes[ i ];
if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
}
#pragma unroll_loop_end
#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
bool clipped = true;
#pragma unroll_loop_start
for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
plane = clippingPlanes[ i ];
clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
}
#pragma unroll_loop_end
if ( clipped ) discard;
#endif
#endif
#endif
`;var Zl=`#if NUM_CLIPPING_PLANES > 0
varying vec3 vClipPosition;
uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif
`;var Jl=`#if NUM_CLIPPING_PLANES > 0
varying vec3 vClipPosition;
#endif
`;var $l=`#if NUM_CLIPPING_PLANES > 0
vClipPosition = - mvPosition.xyz;
#endif
`;var Ql=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
diffuseColor *= vColor;
#endif
`;var jl=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
varying vec4 vColor;
#endif
`;var ec=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
varying vec4 vColor;
#endif
`;var tc=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
vColor *= color;
#elif defined( USE_COLOR )
vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif
`;var ic=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
const highp float a = 12.9898, b = 78.233, c = 43758.5453;
highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
float precisionSafeLength( vec3 v ) { return length( v ); }
#else
float precisionSafeLength( vec3 v ) {
float maxComponent = max3( abs( v ) );
return length( v / maxComponent ) * maxComponent;
}
#endif
struct IncidentLight {
vec3 color;
vec3 direction;
bool visible;
};
struct ReflectedLight {
vec3 directDiffuse;
vec3 directSpecular;
vec3 indirectDiffuse;
vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
`;var nc=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
mat3 bm = mat3( batchingMatrix );
transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
transformedNormal = bm * transformedNormal;
#ifdef USE_TANGENT
transformedTangent = bm * transformedTangent;
#endif
#endif
#ifdef USE_INSTANCING
mat3 im = mat3( instanceMatrix );
transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
transformedNormal = im * transformedNormal;
#ifdef USE_TANGENT
transformedTangent = im * transformedTangent;
#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif
`;var rc="";var sc="";var oc=`#ifdef USE_EMISSIVEMAP
vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
emissiveColor = sRGBTransferEOTF( emissiveColor );
#endif
totalEmissiveRadiance *= emissiveColor.rgb;
#endif
`;var ac=`#ifdef USE_EMISSIVEMAP
uniform sampler2D emissiveMap;
#endif
`;var lc=`gl_FragColor = linearToOutputTexel( gl_FragColor );
`;var cc=`vec4 LinearTransferOETF( in vec4 value ) {
return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}
`;var fc="";var hc="";var uc="";var dc="";var pc="";var mc=`#ifdef USE_FOG
vFogDepth = - mvPosition.z;
#endif
`;var _c=`#ifdef USE_FOG
varying float vFogDepth;
#endif
`;var gc=`#ifdef USE_FOG
#ifdef FOG_EXP2
float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
#else
float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
#endif
gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif
`;var xc=`#ifdef USE_FOG
uniform vec3 fogColor;
varying float vFogDepth;
#ifdef FOG_EXP2
uniform float fogDensity;
#else
uniform float fogNear;
uniform float fogFar;
#endif
#endif
`;var Mc=`#ifdef USE_GRADIENTMAP
uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
float dotNL = dot( normal, lightDirection );
vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
#ifdef USE_GRADIENTMAP
return vec3( texture2D( gradientMap, coord ).r );
#else
vec2 fw = fwidth( coord ) * 0.5;
return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
#endif
}
`;var Sc=`#ifdef USE_LIGHTMAP
uniform sampler2D lightMap;
uniform float lightMapIntensity;
#endif
`;var Ec=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;
`;var Tc=`varying vec3 vViewPosition;
struct LambertMaterial {
vec3 diffuseColor;
float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
vec3 irradiance = dotNL * directLight.color;
reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert
`;var Ac=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
float x = normal.x, y = normal.y, z = normal.z;
vec3 result = shCoefficients[ 0 ] * 0.886227;
result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
vec3 irradiance = ambientLightColor;
return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
if ( cutoffDistance > 0.0 ) {
distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
}
return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
struct SunLight {
vec3 direction;
vec3 color;
};
uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
light.color = sunLight.color;
light.direction = sunLight.direction;
light.visible = true;
}
#endif
#if NUM_DIR_LIGHTS > 0
struct DirectionalLight {
vec3 direction;
vec3 color;
};
uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
light.color = directionalLight.color;
light.direction = directionalLight.direction;
light.visible = true;
}
#endif
#if NUM_POINT_LIGHTS > 0
struct PointLight {
vec3 position;
vec3 color;
float distance;
float decay;
};
uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
vec3 lVector = pointLight.position - geometryPosition;
light.direction = normalize( lVector );
float lightDistance = length( lVector );
light.color = pointLight.color;
light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
light.visible = ( light.color != vec3( 0.0 ) );
}
#endif
#if NUM_SPOT_LIGHTS > 0
struct SpotLight {
vec3 position;
vec3 direction;
vec3 color;
float distance;
float decay;
float coneCos;
float penumbraCos;
};
uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
vec3 lVector = spotLight.position - geometryPosition;
light.direction = normalize( lVector );
float angleCos = dot( light.direction, spotLight.direction );
float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
if ( spotAttenuation > 0.0 ) {
float lightDistance = length( lVector );
light.color = spotLight.color * spotAttenuation;
light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
light.visible = ( light.color != vec3( 0.0 ) );
} else {
light.color = vec3( 0.0 );
light.visible = false;
}
}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
struct RectAreaLight {
vec3 color;
vec3 position;
vec3 halfWidth;
vec3 halfHeight;
};
uniform sampler2D ltc_1;
uniform sampler2D ltc_2;
uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
struct HemisphereLight {
vec3 direction;
vec3 skyColor;
vec3 groundColor;
};
uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
float dotNL = dot( normal, hemiLight.direction );
float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
return irradiance;
}
#endif
#include <lightprobes_pars_fragment>
`;var yc="";var vc="";var bc="";var Rc=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;
`;var Cc=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
vec3 diffuseColor;
vec3 specularColor;
float specularShininess;
float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
vec3 irradiance = dotNL * directLight.color;
reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong
`;var wc="";var Lc="";var Pc=`vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
float dotNVi = saturate( dot( normal, geometryViewDir ) );
if ( material.iridescenceThickness == 0.0 ) {
material.iridescence = 0.0;
} else {
material.iridescence = saturate( material.iridescence );
}
if ( material.iridescence > 0.0 ) {
vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
}
#endif
#ifdef STANDARD
float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
float EssMs = material.dfg.x + material.dfg.y;
material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
PointLight pointLight;
#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
PointLightShadow pointLightShadow;
#endif
#pragma unroll_loop_start
for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
pointLight = pointLights[ i ];
getPointLightInfo( pointLight, geometryPosition, directLight );
#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
pointLightShadow = pointLightShadows[ i ];
directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
#endif
RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
}
#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
SpotLight spotLight;
vec4 spotColor;
vec3 spotLightCoord;
bool inSpotLightMap;
#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
SpotLightShadow spotLightShadow;
#endif
#pragma unroll_loop_start
for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
spotLight = spotLights[ i ];
getSpotLightInfo( spotLight, geometryPosition, directLight );
#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
#else
#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
#endif
#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
#endif
#undef SPOT_LIGHT_MAP_INDEX
#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
spotLightShadow = spotLightShadows[ i ];
directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
#endif
RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
}
#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
SunLight sunLight;
#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
SunLightShadow sunLightShadow;
#endif
#pragma unroll_loop_start
for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
sunLight = sunLights[ i ];
getSunLightInfo( sunLight, directLight );
#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
sunLightShadow = sunLightShadows[ i ];
directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
#endif
RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
}
#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
DirectionalLight directionalLight;
#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
DirectionalLightShadow directionalLightShadow;
#endif
#pragma unroll_loop_start
for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
directionalLight = directionalLights[ i ];
getDirectionalLightInfo( directionalLight, directLight );
#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
directionalLightShadow = directionalLightShadows[ i ];
directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
#endif
RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
}
#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
RectAreaLight rectAreaLight;
#pragma unroll_loop_start
for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
rectAreaLight = rectAreaLights[ i ];
RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
}
#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
vec3 iblIrradiance = vec3( 0.0 );
vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
#if defined( USE_LIGHT_PROBES )
irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
#endif
#if ( NUM_HEMI_LIGHTS > 0 )
#pragma unroll_loop_start
for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
}
#pragma unroll_loop_end
#endif
#if NUM_LIGHT_PROBE_GRIDS > 0
vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
int probeGrid = - 1;
#pragma unroll_loop_start
for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
}
#pragma unroll_loop_end
#pragma unroll_loop_start
for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
}
#pragma unroll_loop_end
#endif
#endif
#if defined( RE_IndirectSpecular )
vec3 radiance = vec3( 0.0 );
vec3 clearcoatRadiance = vec3( 0.0 );
#endif
`;var Uc=`#if defined( RE_IndirectDiffuse )
#ifdef USE_LIGHTMAP
vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
irradiance += lightMapIrradiance;
#endif
#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
iblIrradiance += getIBLIrradiance( geometryNormal );
#endif
#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
#ifdef USE_ANISOTROPY
vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
#else
vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
#endif
#ifdef USE_RETROREFLECTION
#ifdef USE_ANISOTROPY
vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
#else
vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
#endif
iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
#endif
radiance += iblRadiance;
#ifdef USE_CLEARCOAT
clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
#endif
#endif
`;var Dc=`#if defined( RE_IndirectDiffuse )
#if defined( LAMBERT ) || defined( PHONG )
irradiance += iblIrradiance;
#endif
RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
`;var Ic="";var Fc=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif
`;var Nc=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
uniform float logDepthBufFC;
varying float vFragDepth;
varying float vIsPerspective;
#endif
`;var Oc=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
varying float vFragDepth;
varying float vIsPerspective;
#endif
`;var Bc=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
vFragDepth = 1.0 + gl_Position.w;
vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif
`;var Gc=`#ifdef USE_MAP
vec4 sampledDiffuseColor = texture2D( map, vMapUv );
#ifdef DECODE_VIDEO_TEXTURE
sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
#endif
diffuseColor *= sampledDiffuseColor;
#endif
`;var zc=`#ifdef USE_MAP
uniform sampler2D map;
#endif
`;var Hc=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
#if defined( USE_POINTS_UV )
vec2 uv = vUv;
#else
vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
#endif
#endif
#ifdef USE_MAP
diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif
`;var kc=`#if defined( USE_POINTS_UV )
varying vec2 vUv;
#else
#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
uniform mat3 uvTransform;
#endif
#endif
#ifdef USE_MAP
uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
uniform sampler2D alphaMap;
#endif
`;var Vc=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
metalnessFactor *= texelMetalness.b;
#endif
`;var Wc=`#ifdef USE_METALNESSMAP
uniform sampler2D metalnessMap;
#endif
`;var Xc="";var qc="";var Yc="";var Kc="";var Zc="";var Jc=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
vec3 fdx = dFdx( vViewPosition );
vec3 fdy = dFdy( vViewPosition );
vec3 normal = normalize( cross( fdx, fdy ) );
#else
vec3 normal = normalize( vNormal );
#ifdef DOUBLE_SIDED
normal *= faceDirection;
#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
#ifdef USE_TANGENT
mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
#else
mat3 tbn = getTangentFrame( - vViewPosition, normal,
#if defined( USE_NORMALMAP )
vNormalMapUv
#elif defined( USE_CLEARCOAT_NORMALMAP )
vClearcoatNormalMapUv
#else
vUv
#endif
);
#endif
#ifdef DOUBLE_SIDED
tbn[0] *= faceDirection;
tbn[1] *= faceDirection;
#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
#ifdef USE_TANGENT
mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
#else
mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
#endif
#ifdef DOUBLE_SIDED
tbn2[0] *= faceDirection;
tbn2[1] *= faceDirection;
#endif
#endif
vec3 nonPerturbedNormal = normal;
`;var $c=`#ifdef USE_NORMALMAP_OBJECTSPACE
normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
#ifdef FLIP_SIDED
normal = - normal;
#endif
#ifdef DOUBLE_SIDED
normal = normal * faceDirection;
#endif
normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
#if defined( USE_PACKED_NORMALMAP )
mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
#endif
mapN.xy *= normalScale;
normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif
`;var Qc=`#ifndef FLAT_SHADED
varying vec3 vNormal;
#ifdef USE_TANGENT
varying vec3 vTangent;
varying vec3 vBitangent;
#endif
#endif
`;var jc=`#ifndef FLAT_SHADED
varying vec3 vNormal;
#ifdef USE_TANGENT
varying vec3 vTangent;
varying vec3 vBitangent;
#endif
#endif
`;var ef=`#ifndef FLAT_SHADED
vNormal = normalize( transformedNormal );
#ifdef USE_TANGENT
vTangent = normalize( transformedTangent );
vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
#ifdef FLIP_SIDED
vBitangent = - vBitangent;
#endif
#endif
#endif
`;var tf=`#ifdef USE_NORMALMAP
uniform sampler2D normalMap;
uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
vec3 q0 = dFdx( eye_pos.xyz );
vec3 q1 = dFdy( eye_pos.xyz );
vec2 st0 = dFdx( uv.st );
vec2 st1 = dFdy( uv.st );
vec3 N = surf_norm;
vec3 q1perp = cross( q1, N );
vec3 q0perp = cross( N, q0 );
vec3 T = q1perp * st0.x + q0perp * st1.x;
vec3 B = q1perp * st0.y + q0perp * st1.y;
float det = max( dot( T, T ), dot( B, B ) );
float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
return mat3( T * scale, B * scale, N );
}
#endif
`;var nf="";var rf="";var sf="";var of="";var af=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );
`;var lf=`vec3 packNormalToRGB( const in vec3 normal ) {
return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;
const float UnpackDownscale = 255. / 256.;
const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
if( v <= 0.0 )
return vec4( 0., 0., 0., 0. );
if( v >= 1.0 )
return vec4( 1., 1., 1., 1. );
float vuf;
float af = modf( v * PackFactors.a, vuf );
float bf = modf( vuf * ShiftRight8, vuf );
float gf = modf( vuf * ShiftRight8, vuf );
return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
if( v <= 0.0 )
return vec3( 0., 0., 0. );
if( v >= 1.0 )
return vec3( 1., 1., 1. );
float vuf;
float bf = modf( v * PackFactors.b, vuf );
float gf = modf( vuf * ShiftRight8, vuf );
return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
if( v <= 0.0 )
return vec2( 0., 0. );
if( v >= 1.0 )
return vec2( 1., 1. );
float vuf;
float gf = modf( v * 256., vuf );
return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
#ifdef USE_REVERSED_DEPTH_BUFFER
return depth * ( far - near ) - far;
#else
return depth * ( near - far ) - near;
#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
#ifdef USE_REVERSED_DEPTH_BUFFER
return ( near * far ) / ( ( near - far ) * depth - near );
#else
return ( near * far ) / ( ( far - near ) * depth - far );
#endif
}
`;var cf=`#ifdef PREMULTIPLIED_ALPHA
gl_FragColor.rgb *= gl_FragColor.a;
#endif
`;var ff=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;
`;var hf=`#ifdef DITHERING
gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif
`;var uf=`#ifdef DITHERING
vec3 dithering( vec3 color ) {
float grid_position = rand( gl_FragCoord.xy );
vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
return color + dither_shift_RGB;
}
#endif
`;var df=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
roughnessFactor *= texelRoughness.g;
#endif
`;var pf=`#ifdef USE_ROUGHNESSMAP
uniform sampler2D roughnessMap;
#endif
`;var mf="";var _f="";var gf="";var xf=`float getShadowMask() {
float shadow = 1.0;
#ifdef USE_SHADOWMAP
#if NUM_SUN_LIGHT_SHADOWS > 0
SunLightShadow sunLight;
#pragma unroll_loop_start
for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
sunLight = sunLightShadows[ i ];
shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
}
#pragma unroll_loop_end
#endif
#if NUM_DIR_LIGHT_SHADOWS > 0
DirectionalLightShadow directionalLight;
#pragma unroll_loop_start
for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
directionalLight = directionalLightShadows[ i ];
shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
}
#pragma unroll_loop_end
#endif
#if NUM_SPOT_LIGHT_SHADOWS > 0
SpotLightShadow spotLight;
#pragma unroll_loop_start
for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
spotLight = spotLightShadows[ i ];
shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
}
#pragma unroll_loop_end
#endif
#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
PointLightShadow pointLight;
#pragma unroll_loop_start
for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
pointLight = pointLightShadows[ i ];
shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
}
#pragma unroll_loop_end
#endif
#endif
return shadow;
}
`;var Mf="";var Sf="";var Ef="";var Tf="";var Af=`float specularStrength;
#ifdef USE_SPECULARMAP
vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
specularStrength = texelSpecular.r;
#else
specularStrength = 1.0;
#endif
`;var yf=`#ifdef USE_SPECULARMAP
uniform sampler2D specularMap;
#endif
`;var vf=`#if defined( TONE_MAPPING )
gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif
`;var bf=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
color *= toneMappingExposure;
return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
color *= toneMappingExposure;
color = max( vec3( 0.0 ), color - 0.004 );
return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
const mat3 ACESInputMat = mat3(
vec3( 0.59719, 0.07600, 0.02840 ),
vec3( 0.35458, 0.90834, 0.13383 ),
vec3( 0.04823, 0.01566, 0.83777 )
);
const mat3 ACESOutputMat = mat3(
vec3(  1.60475, -0.10208, -0.00327 ),
vec3( -0.53108,  1.10813, -0.07276 ),
vec3( -0.07367, -0.00605,  1.07602 )
);
color *= toneMappingExposure / 0.6;
color = ACESInputMat * color;
color = RRTAndODTFit( color );
color = ACESOutputMat * color;
return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
vec3( 1.6605, - 0.1246, - 0.0182 ),
vec3( - 0.5876, 1.1329, - 0.1006 ),
vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
vec3( 0.6274, 0.0691, 0.0164 ),
vec3( 0.3293, 0.9195, 0.0880 ),
vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
vec3 x2 = x * x;
vec3 x4 = x2 * x2;
return + 15.5 * x4 * x2
- 40.14 * x4 * x
+ 31.96 * x4
- 6.868 * x2 * x
+ 0.4298 * x2
+ 0.1191 * x
- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
const mat3 AgXInsetMatrix = mat3(
vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
);
const mat3 AgXOutsetMatrix = mat3(
vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
);
const float AgxMinEv = - 12.47393;
const float AgxMaxEv = 4.026069;
color *= toneMappingExposure;
color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
color = AgXInsetMatrix * color;
color = max( color, 1e-10 );
color = log2( color );
color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
color = clamp( color, 0.0, 1.0 );
color = agxDefaultContrastApprox( color );
color = AgXOutsetMatrix * color;
color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
color = clamp( color, 0.0, 1.0 );
return color;
}
vec3 NeutralToneMapping( vec3 color ) {
const float StartCompression = 0.8 - 0.04;
const float Desaturation = 0.15;
color *= toneMappingExposure;
float x = min( color.r, min( color.g, color.b ) );
float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
color -= offset;
float peak = max( color.r, max( color.g, color.b ) );
if ( peak < StartCompression ) return color;
float d = 1. - StartCompression;
float newPeak = 1. - d * d / ( peak + d - StartCompression );
color *= newPeak / peak;
float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }
`;var Rf="";var Cf="";var wf=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
varying vec2 vUv;
#endif
#ifdef USE_MAP
varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
uniform mat3 transmissionMapTransform;
varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
uniform mat3 thicknessMapTransform;
varying vec2 vThicknessMapUv;
#endif
`;var Lf=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
varying vec2 vUv;
#endif
#ifdef USE_MAP
uniform mat3 mapTransform;
varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
uniform mat3 alphaMapTransform;
varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
uniform mat3 lightMapTransform;
varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
uniform mat3 aoMapTransform;
varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
uniform mat3 bumpMapTransform;
varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
uniform mat3 normalMapTransform;
varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
uniform mat3 displacementMapTransform;
varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
uniform mat3 emissiveMapTransform;
varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
uniform mat3 metalnessMapTransform;
varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
uniform mat3 roughnessMapTransform;
varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
uniform mat3 diffuseRoughnessMapTransform;
varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
uniform mat3 anisotropyMapTransform;
varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
uniform mat3 clearcoatMapTransform;
varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
uniform mat3 clearcoatNormalMapTransform;
varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
uniform mat3 clearcoatRoughnessMapTransform;
varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
uniform mat3 sheenColorMapTransform;
varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
uniform mat3 sheenRoughnessMapTransform;
varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
uniform mat3 iridescenceMapTransform;
varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
uniform mat3 iridescenceThicknessMapTransform;
varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
uniform mat3 specularMapTransform;
varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
uniform mat3 specularColorMapTransform;
varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
uniform mat3 specularIntensityMapTransform;
varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
uniform mat3 transmissionMapTransform;
varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
uniform mat3 thicknessMapTransform;
varying vec2 vThicknessMapUv;
#endif
`;var Pf=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif
`;var Uf=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
vec4 worldPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
worldPosition = batchingMatrix * worldPosition;
#endif
#ifdef USE_INSTANCING
worldPosition = instanceMatrix * worldPosition;
#endif
worldPosition = modelMatrix * worldPosition;
#endif
`;var Df=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
#include <uv_vertex>
#include <batching_vertex>
#include <skinbase_vertex>
#include <morphinstance_vertex>
#ifdef USE_DISPLACEMENTMAP
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinnormal_vertex>
#endif
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vHighPrecisionZW = gl_Position.zw;
}
`,If=`#if DEPTH_PACKING == 3200
uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
vec4 diffuseColor = vec4( 1.0 );
#include <clipping_planes_fragment>
#if DEPTH_PACKING == 3200
diffuseColor.a = opacity;
#endif
#include <map_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <logdepthbuf_fragment>
#ifdef USE_REVERSED_DEPTH_BUFFER
float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
#else
float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
#endif
#if DEPTH_PACKING == 3200
gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
#elif DEPTH_PACKING == 3201
gl_FragColor = packDepthToRGBA( fragCoordZ );
#elif DEPTH_PACKING == 3202
gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
#elif DEPTH_PACKING == 3203
gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
#endif
}
`;var Ff=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#endif
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#include <worldpos_vertex>
#include <envmap_vertex>
#include <fog_vertex>
}
`,Nf=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <specularmap_fragment>
ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
#ifdef USE_LIGHTMAP
vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
#else
reflectedLight.indirectDiffuse += vec3( 1.0 );
#endif
#include <aomap_fragment>
reflectedLight.indirectDiffuse *= diffuseColor.rgb;
vec3 outgoingLight = reflectedLight.indirectDiffuse;
#include <envmap_fragment>
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}
`;var Of=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vViewPosition = - mvPosition.xyz;
#include <worldpos_vertex>
#include <envmap_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
}
`,Bf=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
vec3 totalEmissiveRadiance = emissive;
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <specularmap_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
#include <emissivemap_fragment>
#include <lights_lambert_fragment>
#include <lights_fragment_begin>
#include <lights_fragment_maps>
#include <lights_fragment_end>
#include <aomap_fragment>
vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
#include <envmap_fragment>
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}
`;var Gf=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphinstance_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
vViewPosition = - mvPosition.xyz;
#endif
}
`,zf=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
#include <clipping_planes_fragment>
#include <logdepthbuf_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
#ifdef OPAQUE
gl_FragColor.a = 1.0;
#endif
}
`;var Hf=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
#include <uv_vertex>
#include <color_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphinstance_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vViewPosition = - mvPosition.xyz;
#include <worldpos_vertex>
#include <envmap_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
}
`,kf=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
vec3 totalEmissiveRadiance = emissive;
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <specularmap_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
#include <emissivemap_fragment>
#include <lights_phong_fragment>
#include <lights_fragment_begin>
#include <lights_fragment_maps>
#include <lights_fragment_end>
#include <aomap_fragment>
vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
#include <envmap_fragment>
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}
`;var Vf=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
varying vec2 vUv;
uniform mat3 uvTransform;
#endif
void main() {
#ifdef USE_POINTS_UV
vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
#endif
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <project_vertex>
gl_PointSize = size;
#ifdef USE_SIZEATTENUATION
bool isPerspective = isPerspectiveMatrix( projectionMatrix );
if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
#endif
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#include <worldpos_vertex>
#include <fog_vertex>
}
`,Wf=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
vec4 diffuseColor = vec4( diffuse, opacity );
#include <clipping_planes_fragment>
vec3 outgoingLight = vec3( 0.0 );
#include <logdepthbuf_fragment>
#include <map_particle_fragment>
#include <color_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
outgoingLight = diffuseColor.rgb;
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
}
`;var Xf=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphinstance_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <worldpos_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
}
`,qf=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
#include <logdepthbuf_fragment>
gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
}
`;var Ue={alphahash_fragment:Dl,alphahash_pars_fragment:Il,alphamap_fragment:Fl,alphamap_pars_fragment:Nl,alphatest_fragment:Ol,alphatest_pars_fragment:Bl,aomap_fragment:Gl,aomap_pars_fragment:zl,batching_pars_vertex:Hl,batching_vertex:kl,begin_vertex:Vl,beginnormal_vertex:Wl,bsdfs:Xl,iridescence_fragment:ql,bumpmap_pars_fragment:Yl,clipping_planes_fragment:Kl,clipping_planes_pars_fragment:Zl,clipping_planes_pars_vertex:Jl,clipping_planes_vertex:$l,color_fragment:Ql,color_pars_fragment:jl,color_pars_vertex:ec,color_vertex:tc,common:ic,defaultnormal_vertex:nc,displacementmap_pars_vertex:rc,displacementmap_vertex:sc,emissivemap_fragment:oc,emissivemap_pars_fragment:ac,colorspace_fragment:lc,colorspace_pars_fragment:cc,envmap_fragment:fc,envmap_common_pars_fragment:hc,envmap_pars_fragment:uc,envmap_pars_vertex:dc,envmap_physical_pars_fragment:yc,envmap_vertex:pc,fog_vertex:mc,fog_pars_vertex:_c,fog_fragment:gc,fog_pars_fragment:xc,gradientmap_pars_fragment:Mc,lightmap_pars_fragment:Sc,lights_lambert_fragment:Ec,lights_lambert_pars_fragment:Tc,lights_pars_begin:Ac,lights_toon_fragment:vc,lights_toon_pars_fragment:bc,lights_phong_fragment:Rc,lights_phong_pars_fragment:Cc,lights_physical_fragment:wc,lights_physical_pars_fragment:Lc,lights_fragment_begin:Pc,lights_fragment_maps:Uc,lights_fragment_end:Dc,lightprobes_pars_fragment:Ic,logdepthbuf_fragment:Fc,logdepthbuf_pars_fragment:Nc,logdepthbuf_pars_vertex:Oc,logdepthbuf_vertex:Bc,map_fragment:Gc,map_pars_fragment:zc,map_particle_fragment:Hc,map_particle_pars_fragment:kc,metalnessmap_fragment:Vc,metalnessmap_pars_fragment:Wc,morphinstance_vertex:Xc,morphcolor_vertex:qc,morphnormal_vertex:Yc,morphtarget_pars_vertex:Kc,morphtarget_vertex:Zc,normal_fragment_begin:Jc,normal_fragment_maps:$c,normal_pars_fragment:Qc,normal_pars_vertex:jc,normal_vertex:ef,normalmap_pars_fragment:tf,clearcoat_normal_fragment_begin:nf,clearcoat_normal_fragment_maps:rf,clearcoat_pars_fragment:sf,iridescence_pars_fragment:of,opaque_fragment:af,packing:lf,premultiplied_alpha_fragment:cf,project_vertex:ff,dithering_fragment:hf,dithering_pars_fragment:uf,roughnessmap_fragment:df,roughnessmap_pars_fragment:pf,shadowmap_pars_fragment:mf,shadowmap_pars_vertex:_f,shadowmap_vertex:gf,shadowmask_pars_fragment:xf,skinbase_vertex:Mf,skinning_pars_vertex:Sf,skinning_vertex:Ef,skinnormal_vertex:Tf,specularmap_fragment:Af,specularmap_pars_fragment:yf,tonemapping_fragment:vf,tonemapping_pars_fragment:bf,transmission_fragment:Rf,transmission_pars_fragment:Cf,uv_pars_fragment:wf,uv_pars_vertex:Lf,uv_vertex:Pf,worldpos_vertex:Uf,background_vert:"",background_frag:"",backgroundCube_vert:"",backgroundCube_frag:"",cube_vert:"",cube_frag:"",depth_vert:Df,depth_frag:If,distance_vert:"",distance_frag:"",equirect_vert:"",equirect_frag:"",linedashed_vert:"",linedashed_frag:"",meshbasic_vert:Ff,meshbasic_frag:Nf,meshlambert_vert:Of,meshlambert_frag:Bf,meshmatcap_vert:"",meshmatcap_frag:"",meshnormal_vert:Gf,meshnormal_frag:zf,meshphong_vert:Hf,meshphong_frag:kf,meshphysical_vert:"",meshphysical_frag:"",meshtoon_vert:"",meshtoon_frag:"",points_vert:Vf,points_frag:Wf,shadow_vert:Xf,shadow_frag:qf,sprite_vert:"",sprite_frag:""};var fe={common:{diffuse:{value:new Ae(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new Se},alphaMap:{value:null},alphaMapTransform:{value:new Se},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new Se}},envmap:{envMap:{value:null},envMapRotation:{value:new Se},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new Se}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new Se}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new Se},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new Se},normalScale:{value:new Re(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new Se},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new Se}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new Se}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new Se}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Ae(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Ae(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new Se},alphaTest:{value:0},uvTransform:{value:new Se}},sprite:{diffuse:{value:new Ae(16777215)},opacity:{value:1},center:{value:new Re(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new Se},alphaMap:{value:null},alphaMapTransform:{value:new Se},alphaTest:{value:0}}};var Jt={basic:{uniforms:bt([fe.common,fe.specularmap,fe.envmap,fe.aomap,fe.lightmap,fe.fog]),vertexShader:Ue.meshbasic_vert,fragmentShader:Ue.meshbasic_frag},lambert:{uniforms:bt([fe.common,fe.specularmap,fe.envmap,fe.aomap,fe.lightmap,fe.emissivemap,fe.bumpmap,fe.normalmap,fe.displacementmap,fe.fog,fe.lights,{emissive:{value:new Ae(0)},envMapIntensity:{value:1}}]),vertexShader:Ue.meshlambert_vert,fragmentShader:Ue.meshlambert_frag},phong:{uniforms:bt([fe.common,fe.specularmap,fe.envmap,fe.aomap,fe.lightmap,fe.emissivemap,fe.bumpmap,fe.normalmap,fe.displacementmap,fe.fog,fe.lights,{emissive:{value:new Ae(0)},specular:{value:new Ae(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Ue.meshphong_vert,fragmentShader:Ue.meshphong_frag},standard:{uniforms:bt([fe.common,fe.envmap,fe.aomap,fe.lightmap,fe.emissivemap,fe.bumpmap,fe.normalmap,fe.displacementmap,fe.roughnessmap,fe.metalnessmap,fe.fog,fe.lights,{emissive:{value:new Ae(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Ue.meshphysical_vert,fragmentShader:Ue.meshphysical_frag},toon:{uniforms:bt([fe.common,fe.aomap,fe.lightmap,fe.emissivemap,fe.bumpmap,fe.normalmap,fe.displacementmap,fe.gradientmap,fe.fog,fe.lights,{emissive:{value:new Ae(0)}}]),vertexShader:Ue.meshtoon_vert,fragmentShader:Ue.meshtoon_frag},matcap:{uniforms:bt([fe.common,fe.bumpmap,fe.normalmap,fe.displacementmap,fe.fog,{matcap:{value:null}}]),vertexShader:Ue.meshmatcap_vert,fragmentShader:Ue.meshmatcap_frag},points:{uniforms:bt([fe.points,fe.fog]),vertexShader:Ue.points_vert,fragmentShader:Ue.points_frag},dashed:{uniforms:bt([fe.common,fe.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Ue.linedashed_vert,fragmentShader:Ue.linedashed_frag},depth:{uniforms:bt([fe.common,fe.displacementmap]),vertexShader:Ue.depth_vert,fragmentShader:Ue.depth_frag},normal:{uniforms:bt([fe.common,fe.bumpmap,fe.normalmap,fe.displacementmap,{opacity:{value:1}}]),vertexShader:Ue.meshnormal_vert,fragmentShader:Ue.meshnormal_frag},sprite:{uniforms:bt([fe.sprite,fe.fog]),vertexShader:Ue.sprite_vert,fragmentShader:Ue.sprite_frag},background:{uniforms:{uvTransform:{value:new Se},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Ue.background_vert,fragmentShader:Ue.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new Se}},vertexShader:Ue.backgroundCube_vert,fragmentShader:Ue.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Ue.cube_vert,fragmentShader:Ue.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Ue.equirect_vert,fragmentShader:Ue.equirect_frag},distance:{uniforms:bt([fe.common,fe.displacementmap,{referencePosition:{value:new I},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Ue.distance_vert,fragmentShader:Ue.distance_frag},shadow:{uniforms:bt([fe.lights,fe.fog,{color:{value:new Ae(0)},opacity:{value:1}}]),vertexShader:Ue.shadow_vert,fragmentShader:Ue.shadow_frag}};Jt.physical={uniforms:bt([Jt.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new Se},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new Se},clearcoatNormalScale:{value:new Re(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new Se},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new Se},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new Se},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new Se},sheen:{value:0},sheenColor:{value:new Ae(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new Se},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new Se},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new Se},transmissionSamplerSize:{value:new Re},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new Se},attenuationDistance:{value:0},attenuationColor:{value:new Ae(0)},specularColor:{value:new Ae(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new Se},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new Se},anisotropyVector:{value:new Re},anisotropyMap:{value:null},anisotropyMapTransform:{value:new Se}}]),vertexShader:Ue.meshphysical_vert,fragmentShader:Ue.meshphysical_frag};var Ks={r:0,b:0,g:0},vu=new Be,Yf=new Se;Yf.set(-1,0,0,0,1,0,0,0,1);function Kf(n,e,t,i,r,s){let o=new Ae(0),a=r===!0?0:1,c,l,h=null,m=0,_=null;function g(E){let R=E.isScene===!0?E.background:null;if(R&&R.isTexture){let A=E.backgroundBlurriness>0;R=e.get(R,A)}return R}function M(E){let R=!1,A=g(E);A===null?d(o,a):A&&A.isColor&&(d(A,1),R=!0);let w=n.xr.getEnvironmentBlendMode();w==="additive"?t.buffers.color.setClear(0,0,0,1,s):w==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,s),(n.autoClear||R)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),n.clear(n.autoClearColor,n.autoClearDepth,n.autoClearStencil))}function T(E,R){let A=g(R);A&&A.isCubeTexture?(l===void 0&&(l=new Oi(new Ns(1,1,1),new Dr({name:"BackgroundCubeMaterial",uniforms:tn(Jt.backgroundCube.uniforms),vertexShader:Jt.backgroundCube.vertexShader,fragmentShader:Jt.backgroundCube.fragmentShader,side:Tt,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),l.geometry.deleteAttribute("uv"),l.onBeforeRender=function(w,N,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(l.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(l)),l.material.uniforms.envMap.value=A,l.material.uniforms.backgroundBlurriness.value=R.backgroundBlurriness,l.material.uniforms.backgroundIntensity.value=R.backgroundIntensity,l.material.uniforms.backgroundRotation.value.setFromMatrix4(vu.makeRotationFromEuler(R.backgroundRotation)).transpose(),A.isRenderTargetTexture===!1&&l.material.uniforms.backgroundRotation.value.premultiply(Yf),l.material.toneMapped=we.getTransfer(A.colorSpace)!==Ge,(h!==A||m!==A.version||_!==n.toneMapping)&&(l.material.needsUpdate=!0,h=A,m=A.version,_=n.toneMapping),l.layers.enableAll(),E.unshift(l,l.geometry,l.material,0,0,null)):A&&A.isTexture&&(c===void 0&&(c=new Oi(new Hs(2,2),new Dr({name:"BackgroundMaterial",uniforms:tn(Jt.background.uniforms),vertexShader:Jt.background.vertexShader,fragmentShader:Jt.background.fragmentShader,side:pi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(c)),c.material.uniforms.t2D.value=A,c.material.uniforms.backgroundIntensity.value=R.backgroundIntensity,c.material.toneMapped=we.getTransfer(A.colorSpace)!==Ge,A.matrixAutoUpdate===!0&&A.updateMatrix(),c.material.uniforms.uvTransform.value.copy(A.matrix),(h!==A||m!==A.version||_!==n.toneMapping)&&(c.material.needsUpdate=!0,h=A,m=A.version,_=n.toneMapping),c.layers.enableAll(),E.unshift(c,c.geometry,c.material,0,0,null))}function d(E,R){E.getRGB(Ks,ks(n)),t.buffers.color.setClear(Ks.r,Ks.g,Ks.b,R,s)}function f(){l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return o},setClearColor:function(E,R=1){o.set(E),a=R,d(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(E){a=E,d(o,a)},render:M,addToRenderList:T,dispose:f}}function Zf(n,e){let t=n.getParameter(n.MAX_VERTEX_ATTRIBS),i={},r=_(null),s=r,o=!1;function a(F,H,$,L,Y){let ee=!1,ue=m(F,L,$,H);s!==ue&&(s=ue,l(s.object)),ee=g(F,L,$,Y),ee&&M(F,L,$,Y),Y!==null&&e.update(Y,n.ELEMENT_ARRAY_BUFFER),(ee||o)&&(o=!1,A(F,H,$,L),Y!==null&&n.bindBuffer(n.ELEMENT_ARRAY_BUFFER,e.get(Y).buffer))}function c(){return n.createVertexArray()}function l(F){return n.bindVertexArray(F)}function h(F){return n.deleteVertexArray(F)}function m(F,H,$,L){let Y=L.wireframe===!0,ee=i[H.id];ee===void 0&&(ee={},i[H.id]=ee);let ue=F.isInstancedMesh===!0?F.id:0,se=ee[ue];se===void 0&&(se={},ee[ue]=se);let X=se[$.id];X===void 0&&(X={},se[$.id]=X);let K=X[Y];return K===void 0&&(K=_(c()),X[Y]=K),K}function _(F){let H=[],$=[],L=[];for(let Y=0;Y<t;Y++)H[Y]=0,$[Y]=0,L[Y]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:H,enabledAttributes:$,attributeDivisors:L,object:F,attributes:{},index:null}}function g(F,H,$,L){let Y=s.attributes,ee=H.attributes,ue=0,se=$.getAttributes();for(let X in se)if(se[X].location>=0){let Q=Y[X],ve=ee[X];if(ve===void 0&&(X==="instanceMatrix"&&F.instanceMatrix&&(ve=F.instanceMatrix),X==="instanceColor"&&F.instanceColor&&(ve=F.instanceColor)),Q===void 0||Q.attribute!==ve||ve&&Q.data!==ve.data)return!0;ue++}return s.attributesNum!==ue||s.index!==L}function M(F,H,$,L){let Y={},ee=H.attributes,ue=0,se=$.getAttributes();for(let X in se)if(se[X].location>=0){let Q=ee[X];Q===void 0&&(X==="instanceMatrix"&&F.instanceMatrix&&(Q=F.instanceMatrix),X==="instanceColor"&&F.instanceColor&&(Q=F.instanceColor));let ve={};ve.attribute=Q,Q&&Q.data&&(ve.data=Q.data),Y[X]=ve,ue++}s.attributes=Y,s.attributesNum=ue,s.index=L}function T(){let F=s.newAttributes;for(let H=0,$=F.length;H<$;H++)F[H]=0}function d(F){f(F,0)}function f(F,H){let $=s.newAttributes,L=s.enabledAttributes,Y=s.attributeDivisors;$[F]=1,L[F]===0&&(n.enableVertexAttribArray(F),L[F]=1),Y[F]!==H&&(n.vertexAttribDivisor(F,H),Y[F]=H)}function E(){let F=s.newAttributes,H=s.enabledAttributes;for(let $=0,L=H.length;$<L;$++)H[$]!==F[$]&&(n.disableVertexAttribArray($),H[$]=0)}function R(F,H,$,L,Y,ee,ue){ue===!0?n.vertexAttribIPointer(F,H,$,Y,ee):n.vertexAttribPointer(F,H,$,L,Y,ee)}function A(F,H,$,L){T();let Y=L.attributes,ee=$.getAttributes(),ue=H.defaultAttributeValues;for(let se in ee){let X=ee[se];if(X.location>=0){let K=Y[se];if(K===void 0&&(se==="instanceMatrix"&&F.instanceMatrix&&(K=F.instanceMatrix),se==="instanceColor"&&F.instanceColor&&(K=F.instanceColor)),K!==void 0){let Q=K.normalized,ve=K.itemSize,Fe=e.get(K);if(Fe===void 0)continue;let it=Fe.buffer,Je=Fe.type,Ze=Fe.bytesPerElement,We=Je===n.INT||Je===n.UNSIGNED_INT||K.gpuType===rn;if(K.isInterleavedBufferAttribute){let Ee=K.data,Xe=Ee.isInterleavedBuffer===!0?Ee.stride:Ee.itemSize,st=K.offset;if(Ee.isInstancedInterleavedBuffer||Ee.isInstancedBufferAttribute){for(let He=0;He<X.locationSize;He++)f(X.location+He,Ee.meshPerAttribute);F.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=Ee.meshPerAttribute*Ee.count)}else for(let He=0;He<X.locationSize;He++)d(X.location+He);n.bindBuffer(n.ARRAY_BUFFER,it);for(let He=0;He<X.locationSize;He++)R(X.location+He,ve/X.locationSize,Je,Q,Xe*Ze,(st+ve/X.locationSize*He)*Ze,We)}else{if(K.isInstancedBufferAttribute){for(let Ee=0;Ee<X.locationSize;Ee++)f(X.location+Ee,K.meshPerAttribute);F.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=K.meshPerAttribute*K.count)}else for(let Ee=0;Ee<X.locationSize;Ee++)d(X.location+Ee);n.bindBuffer(n.ARRAY_BUFFER,it);for(let Ee=0;Ee<X.locationSize;Ee++)R(X.location+Ee,ve/X.locationSize,Je,Q,ve*Ze,ve/X.locationSize*Ee*Ze,We)}}else if(ue!==void 0){let Q=ue[se];if(Q!==void 0)switch(Q.length){case 2:n.vertexAttrib2fv(X.location,Q);break;case 3:n.vertexAttrib3fv(X.location,Q);break;case 4:n.vertexAttrib4fv(X.location,Q);break;default:n.vertexAttrib1fv(X.location,Q)}}}}E()}function w(){V();for(let F in i){let H=i[F];for(let $ in H){let L=H[$];for(let Y in L){let ee=L[Y];for(let ue in ee)h(ee[ue].object),delete ee[ue];delete L[Y]}}delete i[F]}}function N(F){if(i[F.id]===void 0)return;let H=i[F.id];for(let $ in H){let L=H[$];for(let Y in L){let ee=L[Y];for(let ue in ee)h(ee[ue].object),delete ee[ue];delete L[Y]}}delete i[F.id]}function x(F){for(let H in i){let $=i[H];for(let L in $){let Y=$[L];if(Y[F.id]===void 0)continue;let ee=Y[F.id];for(let ue in ee)h(ee[ue].object),delete ee[ue];delete Y[F.id]}}}function y(F){for(let H in i){let $=i[H],L=F.isInstancedMesh===!0?F.id:0,Y=$[L];if(Y!==void 0){for(let ee in Y){let ue=Y[ee];for(let se in ue)h(ue[se].object),delete ue[se];delete Y[ee]}delete $[L],Object.keys($).length===0&&delete i[H]}}}function V(){B(),o=!0,s!==r&&(s=r,l(s.object))}function B(){r.geometry=null,r.program=null,r.wireframe=!1}return{setup:a,reset:V,resetDefaultState:B,dispose:w,releaseStatesOfGeometry:N,releaseStatesOfObject:y,releaseStatesOfProgram:x,initAttributes:T,enableAttribute:d,disableUnusedAttributes:E}}function Jf(n,e,t){let i;function r(c){i=c}function s(c,l){n.drawArrays(i,c,l),t.update(l,i,1)}function o(c,l,h){h!==0&&(n.drawArraysInstanced(i,c,l,h),t.update(l,i,h))}function a(c,l,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(i,c,0,l,0,h);let _=0;for(let g=0;g<h;g++)_+=l[g];t.update(_,i,1)}this.setMode=r,this.render=s,this.renderInstances=o,this.renderMultiDraw=a}function $f(n,e,t,i){let r;function s(){if(r!==void 0)return r;if(e.has("EXT_texture_filter_anisotropic")===!0){let x=e.get("EXT_texture_filter_anisotropic");r=n.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else r=0;return r}function o(x){return!(x!==Ot&&i.convert(x)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let y=x===Li&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(x!==pt&&x!==wt&&!y&&i.convert(x)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_TYPE))}function c(x){if(x==="highp"){if(n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.HIGH_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.MEDIUM_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let l=t.precision!==void 0?t.precision:"highp",h=c(l);h!==l&&(ge("WebGLRenderer:",l,"not supported, using",h,"instead."),l=h);let m=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),_=t.logarithmicDepthBuffer===!0&&m===!1;t.reversedDepthBuffer===!0&&m===!1&&ge("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&m===!0&&ge("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let g=n.getParameter(n.MAX_TEXTURE_IMAGE_UNITS),M=n.getParameter(n.MAX_VERTEX_TEXTURE_IMAGE_UNITS),T=n.getParameter(n.MAX_TEXTURE_SIZE),d=n.getParameter(n.MAX_CUBE_MAP_TEXTURE_SIZE),f=n.getParameter(n.MAX_VERTEX_ATTRIBS),E=n.getParameter(n.MAX_VERTEX_UNIFORM_VECTORS),R=n.getParameter(n.MAX_VARYING_VECTORS),A=n.getParameter(n.MAX_FRAGMENT_UNIFORM_VECTORS),w=n.getParameter(n.MAX_SAMPLES),N=n.getParameter(n.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:s,getMaxPrecision:c,textureFormatReadable:o,textureTypeReadable:a,precision:l,logarithmicDepthBuffer:_,reversedDepthBuffer:m,maxTextures:g,maxVertexTextures:M,maxTextureSize:T,maxCubemapSize:d,maxAttributes:f,maxVertexUniforms:E,maxVaryings:R,maxFragmentUniforms:A,maxSamples:w,samples:N}}function Qf(n){let e=this,t=null,i=0,r=!1,s=!1,o=new zt,a=new Se,c={value:null,needsUpdate:!1};this.uniform=c,this.numPlanes=0,this.numIntersection=0,this.init=function(m,_){let g=m.length!==0||_||i!==0||r;return r=_,i=m.length,g},this.beginShadows=function(){s=!0,h(null)},this.endShadows=function(){s=!1},this.setGlobalState=function(m,_){t=h(m,_,0)},this.setState=function(m,_,g){let M=m.clippingPlanes,T=m.clipIntersection,d=m.clipShadows,f=n.get(m);if(!r||M===null||M.length===0||s&&!d)s?h(null):l();else{let E=s?0:i,R=E*4,A=f.clippingState||null;c.value=A,A=h(M,_,R,g);for(let w=0;w!==R;++w)A[w]=t[w];f.clippingState=A,this.numIntersection=T?this.numPlanes:0,this.numPlanes+=E}};function l(){c.value!==t&&(c.value=t,c.needsUpdate=i>0),e.numPlanes=i,e.numIntersection=0}function h(m,_,g,M){let T=m!==null?m.length:0,d=null;if(T!==0){if(d=c.value,M!==!0||d===null){let f=g+T*4,E=_.matrixWorldInverse;a.getNormalMatrix(E),(d===null||d.length<f)&&(d=new Float32Array(f));for(let R=0,A=g;R!==T;++R,A+=4)o.copy(m[R]).applyMatrix4(E,a),o.normal.toArray(d,A),d[A+3]=o.constant}c.value=d,c.needsUpdate=!0}return e.numPlanes=T,e.numIntersection=0,d}}function jf(){return{get:n=>n??null,dispose(){}}}function eh(n){let e={};function t(i){if(e[i]!==void 0)return e[i];let r=n.getExtension(i);return e[i]=r,r}return{has:function(i){return t(i)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(i){let r=t(i);return r===null&&Ki("WebGLRenderer: "+i+" extension not supported."),r}}}function th(n,e,t,i){let r={},s=new WeakMap,o=new FinalizationRegistry(M=>delete r[M]);function a(M){c(M.target)}function c(M){M.index!==null&&e.remove(M.index);for(let d in M.attributes)e.remove(M.attributes[d]);M.removeEventListener("dispose",a),delete r[M.id],o.unregister(M);let T=s.get(M);T&&(e.remove(T),s.delete(M)),i.releaseStatesOfGeometry(M),M.isInstancedBufferGeometry===!0&&delete M._maxInstanceCount,t.memory.geometries--}function l(M,T){return r[T.id]!==void 0||(T.addEventListener("dispose",a),r[T.id]=new WeakRef(T),o.register(T,T.id,T),t.memory.geometries++),T}function h(M){let T=M.attributes;for(let d in T)e.update(T[d],n.ARRAY_BUFFER)}function m(M){let T=M.index,d=M.attributes.position,f=0;if(d===void 0)return;let E=T!==null?T.array.length:d.array.length/3-1,R=d.count>=65535?wn:Cn,A=new R(Math.ceil(E/3)*6,1),w=A.array;if(T!==null){let x=T.array;f=T.version;for(let y=0,V=0;y<E;y+=3){let B=x[y+0],F=x[y+1],H=x[y+2];w[V++]=B,w[V++]=F,w[V++]=F,w[V++]=H,w[V++]=H,w[V++]=B}}else{f=d.version;for(let x=0,y=0;x<E;x+=3){let V=x+0,B=x+1,F=x+2;w[y++]=V,w[y++]=B,w[y++]=B,w[y++]=F,w[y++]=F,w[y++]=V}}A.version=f;let N=s.get(M);N&&e.remove(N),s.set(M,A)}function _(M){let T=s.get(M);if(T){let d=M.index;d!==null&&T.version<d.version&&m(M)}else m(M);return s.get(M)}function g(){for(let M in r){let T=r[M].deref();T!==void 0&&c(T)}}return{get:l,update:h,getWireframeAttribute:_,dispose:g}}function ih(n,e,t){let i;function r(m){i=m}let s,o;function a(m){s=m.type,o=m.bytesPerElement}function c(m,_){n.drawElements(i,_,s,m*o),t.update(_,i,1)}function l(m,_,g){g!==0&&(n.drawElementsInstanced(i,_,s,m*o,g),t.update(_,i,g))}function h(m,_,g){if(g===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(i,_,0,s,m,0,g);let T=0;for(let d=0;d<g;d++)T+=_[d];t.update(T,i,1)}this.setMode=r,this.setIndex=a,this.render=c,this.renderInstances=l,this.renderMultiDraw=h}function nh(n){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function i(s,o,a){switch(t.calls++,o){case n.TRIANGLES:t.triangles+=a*(s/3);break;case n.LINES:t.lines+=a*(s/2);break;case n.LINE_STRIP:t.lines+=a*(s-1);break;case n.LINE_LOOP:t.lines+=a*s;break;case n.POINTS:t.points+=a*s;break;default:Ie("WebGLInfo: Unknown draw mode:",o);break}}function r(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:r,update:i}}function rh(n,e,t){let i=new WeakMap,r=new Ke;function s(o,a,c){let l=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,m=h!==void 0?h.length:0,_=i.get(a);if(_===void 0||_.count!==m){let V=function(){x.dispose(),i.delete(a),a.removeEventListener("dispose",V)};_!==void 0&&_.texture.dispose();let g=a.morphAttributes.position!==void 0,M=a.morphAttributes.normal!==void 0,T=a.morphAttributes.color!==void 0,d=a.morphAttributes.position||[],f=a.morphAttributes.normal||[],E=a.morphAttributes.color||[],R=0;g===!0&&(R=1),M===!0&&(R=2),T===!0&&(R=3);let A=a.attributes.position.count*R,w=1;A>e.maxTextureSize&&(w=Math.ceil(A/e.maxTextureSize),A=e.maxTextureSize);let N=new Float32Array(A*w*4*m),x=new xn(N,A,w,m);x.type=wt,x.needsUpdate=!0;let y=R*4;for(let B=0;B<m;B++){let F=d[B],H=f[B],$=E[B],L=A*w*4*B;for(let Y=0;Y<F.count;Y++){let ee=Y*y;g===!0&&(r.fromBufferAttribute(F,Y),N[L+ee+0]=r.x,N[L+ee+1]=r.y,N[L+ee+2]=r.z,N[L+ee+3]=0),M===!0&&(r.fromBufferAttribute(H,Y),N[L+ee+4]=r.x,N[L+ee+5]=r.y,N[L+ee+6]=r.z,N[L+ee+7]=0),T===!0&&(r.fromBufferAttribute($,Y),N[L+ee+8]=r.x,N[L+ee+9]=r.y,N[L+ee+10]=r.z,N[L+ee+11]=$.itemSize===4?r.w:1)}}_={count:m,texture:x,size:new Re(A,w)},i.set(a,_),a.addEventListener("dispose",V)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)c.getUniforms().setValue(n,"morphTexture",o.morphTexture,t);else{let g=0;for(let T=0;T<l.length;T++)g+=l[T];let M=a.morphTargetsRelative?1:1-g;c.getUniforms().setValue(n,"morphTargetBaseInfluence",M),c.getUniforms().setValue(n,"morphTargetInfluences",l)}c.getUniforms().setValue(n,"morphTargetsTexture",_.texture,t),c.getUniforms().setValue(n,"morphTargetsTextureSize",_.size)}return{update:s}}function sh(n,e,t,i,r){let s=new WeakMap;function o(l){let h=r.render.frame,m=l.geometry,_=e.get(l,m);if(s.get(_)!==h&&(e.update(_),s.set(_,h)),l.isInstancedMesh&&(l.hasEventListener("dispose",c)===!1&&l.addEventListener("dispose",c),s.get(l)!==h&&(t.update(l.instanceMatrix,n.ARRAY_BUFFER),l.instanceColor!==null&&t.update(l.instanceColor,n.ARRAY_BUFFER),s.set(l,h))),l.isSkinnedMesh){let g=l.skeleton;s.get(g)!==h&&(g.update(),s.set(g,h))}return _}function a(){s=new WeakMap}function c(l){let h=l.target;h.removeEventListener("dispose",c),i.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}function oh(){}var dh=new Mt,ph=new Un(1,1),mh=new Fs(1),_h=new xn,gh=new ls,xh=new Is,ah=[],lh=[],ch=new Float32Array(16),fh=new Float32Array(9),hh=new Float32Array(4);function Fn(n,e,t){let i=n[0];if(i<=0||i>0)return n;let r=e*t,s=ah[r];if(s===void 0&&(s=new Float32Array(r),ah[r]=s),e!==0){i.toArray(s,0);for(let o=1,a=0;o!==e;++o)a+=t,n[o].toArray(s,a)}return s}function ct(n,e){if(n.length!==e.length)return!1;for(let t=0,i=n.length;t<i;t++)if(n[t]!==e[t])return!1;return!0}function ft(n,e){for(let t=0,i=e.length;t<i;t++)n[t]=e[t]}function Zs(n,e){let t=lh[e];t===void 0&&(t=new Int32Array(e),lh[e]=t);for(let i=0;i!==e;++i)t[i]=n.allocateTextureUnit();return t}function bu(n,e){let t=this.cache;t[0]!==e&&(n.uniform1f(this.addr,e),t[0]=e)}function Ru(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(ct(t,e))return;n.uniform2fv(this.addr,e),ft(t,e)}}function Cu(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(n.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(ct(t,e))return;n.uniform3fv(this.addr,e),ft(t,e)}}function wu(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(ct(t,e))return;n.uniform4fv(this.addr,e),ft(t,e)}}function Lu(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(ct(t,e))return;n.uniformMatrix2fv(this.addr,!1,e),ft(t,e)}else{if(ct(t,i))return;hh.set(i),n.uniformMatrix2fv(this.addr,!1,hh),ft(t,i)}}function Pu(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(ct(t,e))return;n.uniformMatrix3fv(this.addr,!1,e),ft(t,e)}else{if(ct(t,i))return;fh.set(i),n.uniformMatrix3fv(this.addr,!1,fh),ft(t,i)}}function Uu(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(ct(t,e))return;n.uniformMatrix4fv(this.addr,!1,e),ft(t,e)}else{if(ct(t,i))return;ch.set(i),n.uniformMatrix4fv(this.addr,!1,ch),ft(t,i)}}function Du(n,e){let t=this.cache;t[0]!==e&&(n.uniform1i(this.addr,e),t[0]=e)}function Iu(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(ct(t,e))return;n.uniform2iv(this.addr,e),ft(t,e)}}function Fu(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(ct(t,e))return;n.uniform3iv(this.addr,e),ft(t,e)}}function Nu(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(ct(t,e))return;n.uniform4iv(this.addr,e),ft(t,e)}}function Ou(n,e){let t=this.cache;t[0]!==e&&(n.uniform1ui(this.addr,e),t[0]=e)}function Bu(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(ct(t,e))return;n.uniform2uiv(this.addr,e),ft(t,e)}}function Gu(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(ct(t,e))return;n.uniform3uiv(this.addr,e),ft(t,e)}}function zu(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(ct(t,e))return;n.uniform4uiv(this.addr,e),ft(t,e)}}function Js(n){return n.version===0&&(n.compareFunction=is,n.needsUpdate=!0),n}function Hu(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r);let s;this.type===n.SAMPLER_2D_SHADOW?s=Js(ph):s=dh,t.setTexture2D(e||s,r)}function ku(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r),t.setTexture3D(e||gh,r)}function Vu(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r);let s;this.type===n.SAMPLER_CUBE_SHADOW?s=Js(mh):s=xh,t.setTextureCube(e||s,r)}function Wu(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r),t.setTexture2DArray(e||_h,r)}function Xu(n){switch(n){case 5126:return bu;case 35664:return Ru;case 35665:return Cu;case 35666:return wu;case 35674:return Lu;case 35675:return Pu;case 35676:return Uu;case 5124:case 35670:return Du;case 35667:case 35671:return Iu;case 35668:case 35672:return Fu;case 35669:case 35673:return Nu;case 5125:return Ou;case 36294:return Bu;case 36295:return Gu;case 36296:return zu;case 35678:case 36198:case 36298:case 36306:case 35682:return Hu;case 35679:case 36299:case 36307:return ku;case 35680:case 36300:case 36308:case 36293:return Vu;case 36289:case 36303:case 36311:case 36292:return Wu}}function qu(n,e){n.uniform1fv(this.addr,e)}function Yu(n,e){let t=Fn(e,this.size,2);n.uniform2fv(this.addr,t)}function Ku(n,e){let t=Fn(e,this.size,3);n.uniform3fv(this.addr,t)}function Zu(n,e){let t=Fn(e,this.size,4);n.uniform4fv(this.addr,t)}function Ju(n,e){let t=Fn(e,this.size,4);n.uniformMatrix2fv(this.addr,!1,t)}function $u(n,e){let t=Fn(e,this.size,9);n.uniformMatrix3fv(this.addr,!1,t)}function Qu(n,e){let t=Fn(e,this.size,16);n.uniformMatrix4fv(this.addr,!1,t)}function ju(n,e){n.uniform1iv(this.addr,e)}function ed(n,e){n.uniform2iv(this.addr,e)}function td(n,e){n.uniform3iv(this.addr,e)}function id(n,e){n.uniform4iv(this.addr,e)}function nd(n,e){n.uniform1uiv(this.addr,e)}function rd(n,e){n.uniform2uiv(this.addr,e)}function sd(n,e){n.uniform3uiv(this.addr,e)}function od(n,e){n.uniform4uiv(this.addr,e)}function ad(n,e,t){let i=this.cache,r=e.length,s=Zs(t,r);ct(i,s)||(n.uniform1iv(this.addr,s),ft(i,s));let o;this.type===n.SAMPLER_2D_SHADOW?o=Js(ph):o=dh;for(let a=0;a!==r;++a)t.setTexture2D(e[a]||o,s[a])}function ld(n,e,t){let i=this.cache,r=e.length,s=Zs(t,r);ct(i,s)||(n.uniform1iv(this.addr,s),ft(i,s));for(let o=0;o!==r;++o)t.setTexture3D(e[o]||gh,s[o])}function cd(n,e,t){let i=this.cache,r=e.length,s=Zs(t,r);ct(i,s)||(n.uniform1iv(this.addr,s),ft(i,s));let o;this.type===n.SAMPLER_CUBE_SHADOW?o=Js(mh):o=xh;for(let a=0;a!==r;++a)t.setTextureCube(e[a]||o,s[a])}function fd(n,e,t){let i=this.cache,r=e.length,s=Zs(t,r);ct(i,s)||(n.uniform1iv(this.addr,s),ft(i,s));for(let o=0;o!==r;++o)t.setTexture2DArray(e[o]||_h,s[o])}function hd(n){switch(n){case 5126:return qu;case 35664:return Yu;case 35665:return Ku;case 35666:return Zu;case 35674:return Ju;case 35675:return $u;case 35676:return Qu;case 5124:case 35670:return ju;case 35667:case 35671:return ed;case 35668:case 35672:return td;case 35669:case 35673:return id;case 5125:return nd;case 36294:return rd;case 36295:return sd;case 36296:return od;case 35678:case 36198:case 36298:case 36306:case 35682:return ad;case 35679:case 36299:case 36307:return ld;case 35680:case 36300:case 36308:case 36293:return cd;case 36289:case 36303:case 36311:case 36292:return fd}}var Ho=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.setValue=Xu(t.type)}},ko=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=hd(t.type)}},Vo=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,i){let r=this.seq;for(let s=0,o=r.length;s!==o;++s){let a=r[s];a.setValue(e,t[a.id],i)}}},zo=/(\w+)(\])?(\[|\.)?/g;function uh(n,e){n.seq.push(e),n.map[e.id]=e}function ud(n,e,t){let i=n.name,r=i.length;for(zo.lastIndex=0;;){let s=zo.exec(i),o=zo.lastIndex,a=s[1],c=s[2]==="]",l=s[3];if(c&&(a=a|0),l===void 0||l==="["&&o+2===r){uh(t,l===void 0?new Ho(a,n,e):new ko(a,n,e));break}else{let m=t.map[a];m===void 0&&(m=new Vo(a),uh(t,m)),t=m}}}var Gi=class{constructor(e,t){this.seq=[],this.map={};let i=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<i;++o){let a=e.getActiveUniform(t,o),c=e.getUniformLocation(t,a.name);ud(a,c,this)}let r=[],s=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?r.push(o):s.push(o);r.length>0&&(this.seq=r.concat(s))}setValue(e,t,i,r){let s=this.map[t];s!==void 0&&s.setValue(e,i,r)}setOptional(e,t,i){let r=t[i];r!==void 0&&this.setValue(e,i,r)}static upload(e,t,i,r){for(let s=0,o=t.length;s!==o;++s){let a=t[s],c=i[a.id];c.needsUpdate!==!1&&a.setValue(e,c.value,r)}}static seqWithValue(e,t){let i=[];for(let r=0,s=e.length;r!==s;++r){let o=e[r];o.id in t&&i.push(o)}return i}};function Wo(n,e,t){let i=n.createShader(e);return n.shaderSource(i,t),n.compileShader(i),i}var dd=37297,pd=0;function md(n,e){let t=n.split(`
`),i=[],r=Math.max(e-6,0),s=Math.min(e+6,t.length);for(let o=r;o<s;o++){let a=o+1;i.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return i.join(`
`)}var Mh=new Se;function _d(n){we._getMatrix(Mh,we.workingColorSpace,n);let e=`mat3( ${Mh.elements.map(t=>t.toFixed(4))} )`;switch(we.getTransfer(n)){case qi:return[e,"LinearTransferOETF"];case Ge:return[e,"sRGBTransferOETF"];default:return ge("WebGLProgram: Unsupported color space: ",n),[e,"LinearTransferOETF"]}}function Sh(n,e,t){let i=n.getShaderParameter(e,n.COMPILE_STATUS),s=(n.getShaderInfoLog(e)||"").trim();if(i&&s==="")return"";let o=/ERROR: 0:(\d+)/.exec(s);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+s+`

`+md(n.getShaderSource(e),a)}else return s}function gd(n,e){let t=_d(e);return[`vec4 ${n}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var xd={[Ca]:"Linear",[wa]:"Reinhard",[La]:"Cineon",[Pa]:"ACESFilmic",[Da]:"AgX",[Ia]:"Neutral",[Ua]:"Custom"};function Md(n,e){let t=xd[e];return t===void 0?(ge("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+n+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+n+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var $s=new I;function Sd(){we.getLuminanceCoefficients($s);let n=$s.x.toFixed(4),e=$s.y.toFixed(4),t=$s.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${n}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function Ed(n){return[n.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",n.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Br).join(`
`)}function Td(n){let e=[];for(let t in n){let i=n[t];i!==!1&&e.push("#define "+t+" "+i)}return e.join(`
`)}function Ad(n,e){let t={},i=n.getProgramParameter(e,n.ACTIVE_ATTRIBUTES);for(let r=0;r<i;r++){let s=n.getActiveAttrib(e,r),o=s.name,a=1;s.type===n.FLOAT_MAT2&&(a=2),s.type===n.FLOAT_MAT3&&(a=3),s.type===n.FLOAT_MAT4&&(a=4),t[o]={type:s.type,location:n.getAttribLocation(e,o),locationSize:a}}return t}function Br(n){return n!==""}function Eh(n,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return n.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function Th(n,e){return n.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var yd=/^[ \t]*#include +<([\w\d./]+)>/gm;function Xo(n){return n.replace(yd,vd)}function vd(n,e){let t=Ue[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return Xo(t)}var bd=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Ah(n){return n.replace(bd,Rd)}function Rd(n,e,t,i){let r="";for(let s=parseInt(e);s<parseInt(t);s++)r+=i.replace(/\[\s*i\s*\]/g,"[ "+s+" ]").replace(/UNROLLED_LOOP_INDEX/g,s);return r}function yh(n){let e=`precision ${n.precision} float;
	precision ${n.precision} int;
	precision ${n.precision} sampler2D;
	precision ${n.precision} samplerCube;
	precision ${n.precision} sampler3D;
	precision ${n.precision} sampler2DArray;
	precision ${n.precision} sampler2DShadow;
	precision ${n.precision} samplerCubeShadow;
	precision ${n.precision} sampler2DArrayShadow;
	precision ${n.precision} isampler2D;
	precision ${n.precision} isampler3D;
	precision ${n.precision} isamplerCube;
	precision ${n.precision} isampler2DArray;
	precision ${n.precision} usampler2D;
	precision ${n.precision} usampler3D;
	precision ${n.precision} usamplerCube;
	precision ${n.precision} usampler2DArray;
	`;return n.precision==="highp"?e+=`
#define HIGH_PRECISION`:n.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:n.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var Cd={[oa]:"SHADOWMAP_TYPE_PCF",[aa]:"SHADOWMAP_TYPE_VSM"};function wd(n){return Cd[n.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var Ld={[Fa]:"ENVMAP_MODE_REFRACTION"};function Pd(n){return n.envMap===!1?"ENVMAP_MODE_REFLECTION":Ld[n.envMapMode]||"ENVMAP_MODE_REFLECTION"}var Ud={[nn]:"ENVMAP_BLENDING_MULTIPLY",[ba]:"ENVMAP_BLENDING_MIX",[Ra]:"ENVMAP_BLENDING_ADD"};function Dd(n){return n.envMap===!1?"ENVMAP_BLENDING_NONE":Ud[n.combine]||"ENVMAP_BLENDING_NONE"}function vh(n,e,t,i){let r=n.getContext(),s=t.defines,o=t.vertexShader,a=t.fragmentShader,c=wd(t),l=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=Pd(t),m=Dd(t),_=Ed(t),g=Td(s),M=r.createProgram(),T,d,f=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(T=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,g].filter(Br).join(`
`),T.length>0&&(T+=`
`),d=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,g].filter(Br).join(`
`),d.length>0&&(d+=`
`)):(T=[yh(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,g,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+c:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Br).join(`
`),d=[yh(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,g,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+l:"",t.envMap?"#define "+h:"",t.envMap?"#define "+m:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+c:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==oi?"#define TONE_MAPPING":"",t.toneMapping!==oi?Ue.tonemapping_pars_fragment:"",t.toneMapping!==oi?Md("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",Ue.colorspace_pars_fragment,gd("linearToOutputTexel",t.outputColorSpace),Sd(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Br).join(`
`)),o=Xo(o),o=Eh(o,t),o=Th(o,t),a=Xo(a),a=Eh(a,t),a=Th(a,t),o=Ah(o),a=Ah(a),t.isRawShaderMaterial!==!0&&(f=`#version 300 es
`,T=[_,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+T,d=["#define varying in",t.glslVersion===lo?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===lo?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+d);let E=f+T+o,R=f+d+a,A=Wo(r,r.VERTEX_SHADER,E),w=Wo(r,r.FRAGMENT_SHADER,R);r.attachShader(M,A),r.attachShader(M,w),t.index0AttributeName!==void 0?r.bindAttribLocation(M,0,t.index0AttributeName):t.hasPositionAttribute===!0&&r.bindAttribLocation(M,0,"position"),r.linkProgram(M);function N(B){if(n.debug.checkShaderErrors){let F=r.getProgramInfoLog(M)||"",H=r.getShaderInfoLog(A)||"",$=r.getShaderInfoLog(w)||"",L=F.trim(),Y=H.trim(),ee=$.trim(),ue=!0,se=!0;if(r.getProgramParameter(M,r.LINK_STATUS)===!1)if(ue=!1,typeof n.debug.onShaderError=="function")n.debug.onShaderError(r,M,A,w);else{let X=Sh(r,A,"vertex"),K=Sh(r,w,"fragment");Ie("WebGLProgram: Shader Error "+r.getError()+" - VALIDATE_STATUS "+r.getProgramParameter(M,r.VALIDATE_STATUS)+`

Material Name: `+B.name+`
Material Type: `+B.type+`

Program Info Log: `+L+`
`+X+`
`+K)}else L!==""?ge("WebGLProgram: Program Info Log:",L):(Y===""||ee==="")&&(se=!1);se&&(B.diagnostics={runnable:ue,programLog:L,vertexShader:{log:Y,prefix:T},fragmentShader:{log:ee,prefix:d}})}r.deleteShader(A),r.deleteShader(w),x=new Gi(r,M),y=Ad(r,M)}let x;this.getUniforms=function(){return x===void 0&&N(this),x};let y;this.getAttributes=function(){return y===void 0&&N(this),y};let V=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return V===!1&&(V=r.getProgramParameter(M,dd)),V},this.destroy=function(){i.releaseStatesOfProgram(this),r.deleteProgram(M),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=pd++,this.cacheKey=e,this.usedTimes=1,this.program=M,this.vertexShader=A,this.fragmentShader=w,this}var Id=0,Qs=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,i){let r=this._getShaderCacheForMaterial(e);return r.has(t)===!1&&(r.add(t),t.usedTimes++),r.has(i)===!1&&(r.add(i),i.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let i of t)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,i=t.get(e);return i===void 0&&(i=new Set,t.set(e,i)),i}_getShaderStage(e){let t=this.shaderCache,i=t.get(e);return i===void 0&&(i=new qo(e),t.set(e,i)),i}},qo=class{constructor(e){this.id=Id++,this.code=e,this.usedTimes=0}};function Fd(n){return n===Pi||n===Wi||n===Xi}function bh(n,e,t,i,r,s){let o=new Sn,a=new Qs,c=new Set,l=[],h=new Map,m=i.logarithmicDepthBuffer,_={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function g(x){return c.add(x),x===0?"uv":`uv${x}`}function M(x,y,V,B,F,H){let $=B.fog,L=F.geometry,Y=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?B.environment:null,ee=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,ue=e.get(x.envMap||Y,ee),se=_[x.type],X=i.precision;x.precision!==null&&(X=i.getMaxPrecision(x.precision),X!==x.precision&&ge("WebGLProgram.getParameters:",x.precision,"not supported, using",X,"instead."));let K=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,Q=K!==void 0?K.length:0,ve=0;L.morphAttributes.position!==void 0&&(ve=1),L.morphAttributes.normal!==void 0&&(ve=2),L.morphAttributes.color!==void 0&&(ve=3);let Fe,it,Je,Ze;if(se){let he=Jt[se];Fe=he.vertexShader,it=he.fragmentShader}else{Fe=x.vertexShader,it=x.fragmentShader;let he=a.getVertexShaderStage(x),Ve=a.getFragmentShaderStage(x);a.update(x,he,Ve),Je=he.id,Ze=Ve.id}let We=n.getRenderTarget(),Ee=n.state.buffers.depth.getReversed(),Xe=F.isInstancedMesh===!0,st=F.isBatchedMesh===!0,He=!!x.map,ot=!!x.matcap,Rt=!!ue,gt=Rt&&ue.isPMREMTexture===!0,Ft=!!x.aoMap,at=!!x.lightMap,Dt=!!x.bumpMap&&x.wireframe===!1,et=!!x.normalMap,ri=!!x.displacementMap,ht=!!x.emissiveMap,Ht=!!x.metalnessMap,kt=!!x.roughnessMap,Vt=x.anisotropy>0,C=x.clearcoat>0,Wt=x.diffuseRoughness>0,$e=x.dispersion>0,Qe=x.retroreflectivity>0,ce=x.iridescence>0,lt=x.sheen>0,ye=x.transmission>0,be=Vt&&!!x.anisotropyMap,S=C&&!!x.clearcoatMap,u=C&&!!x.clearcoatNormalMap,U=C&&!!x.clearcoatRoughnessMap,Z=Wt&&!!x.diffuseRoughnessMap,q=ce&&!!x.iridescenceMap,te=ce&&!!x.iridescenceThicknessMap,ae=lt&&!!x.sheenColorMap,z=lt&&!!x.sheenRoughnessMap,k=!!x.specularMap,ne=!!x.specularColorMap,v=!!x.specularIntensityMap,W=ye&&!!x.transmissionMap,G=ye&&!!x.thicknessMap,re=!!x.gradientMap,j=!!x.alphaMap,ie=x.alphaTest>0,Me=!!x.alphaHash,De=!!x.extensions,J=oi;x.toneMapped&&(We===null||We.isXRRenderTarget===!0)&&(J=n.toneMapping);let Te=gt?ue.isCompressedCubeTexture?ue.image[0].mipmaps:ue.mipmaps:null,Le={shaderID:se,shaderType:x.type,shaderName:x.name,vertexShader:Fe,fragmentShader:it,defines:x.defines,customVertexShaderID:Je,customFragmentShaderID:Ze,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:X,batching:st,batchingColor:st&&F._colorsTexture!==null,instancing:Xe,instancingColor:Xe&&F.instanceColor!==null,instancingMorph:Xe&&F.morphTexture!==null,outputColorSpace:We===null?n.outputColorSpace:We.isXRRenderTarget===!0?We.texture.colorSpace:we.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:He,matcap:ot,envMap:Rt,envMapMode:Rt&&ue.mapping,envMapPMREM:gt,envMapMaxLod:gt?Te.length-1:null,envMapSize:gt?Te[0].width:null,aoMap:Ft,lightMap:at,bumpMap:Dt,normalMap:et,displacementMap:ri,emissiveMap:ht,normalMapObjectSpace:et&&x.normalMapType===Oa,normalMapTangentSpace:et&&x.normalMapType===Ar,packedNormalMap:et&&x.normalMapType===Ar&&Fd(x.normalMap.format),metalnessMap:Ht,roughnessMap:kt,anisotropy:Vt,anisotropyMap:be,clearcoat:C,clearcoatMap:S,clearcoatNormalMap:u,clearcoatRoughnessMap:U,diffuseRoughness:Wt,diffuseRoughnessMap:Z,dispersion:$e,retroreflection:Qe,iridescence:ce,iridescenceMap:q,iridescenceThicknessMap:te,sheen:lt,sheenColorMap:ae,sheenRoughnessMap:z,specularMap:k,specularColorMap:ne,specularIntensityMap:v,transmission:ye,transmissionMap:W,thicknessMap:G,gradientMap:re,opaque:x.transparent===!1&&x.blending===Ri&&x.alphaToCoverage===!1,alphaMap:j,alphaTest:ie,alphaHash:Me,combine:x.combine,mapUv:He&&g(x.map.channel),aoMapUv:Ft&&g(x.aoMap.channel),lightMapUv:at&&g(x.lightMap.channel),bumpMapUv:Dt&&g(x.bumpMap.channel),normalMapUv:et&&g(x.normalMap.channel),displacementMapUv:ri&&g(x.displacementMap.channel),emissiveMapUv:ht&&g(x.emissiveMap.channel),metalnessMapUv:Ht&&g(x.metalnessMap.channel),roughnessMapUv:kt&&g(x.roughnessMap.channel),anisotropyMapUv:be&&g(x.anisotropyMap.channel),clearcoatMapUv:S&&g(x.clearcoatMap.channel),clearcoatNormalMapUv:u&&g(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:U&&g(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:Z&&g(x.diffuseRoughnessMap.channel),iridescenceMapUv:q&&g(x.iridescenceMap.channel),iridescenceThicknessMapUv:te&&g(x.iridescenceThicknessMap.channel),sheenColorMapUv:ae&&g(x.sheenColorMap.channel),sheenRoughnessMapUv:z&&g(x.sheenRoughnessMap.channel),specularMapUv:k&&g(x.specularMap.channel),specularColorMapUv:ne&&g(x.specularColorMap.channel),specularIntensityMapUv:v&&g(x.specularIntensityMap.channel),transmissionMapUv:W&&g(x.transmissionMap.channel),thicknessMapUv:G&&g(x.thicknessMap.channel),alphaMapUv:j&&g(x.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(et||Vt),vertexNormals:!!L.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:F.isPoints===!0&&!!L.attributes.uv&&(He||j),fog:!!$,useFog:x.fog===!0,fogExp2:!!$&&$.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||L.attributes.normal===void 0&&et===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:m,reversedDepthBuffer:Ee,skinning:F.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.color!==void 0,morphTargetsCount:Q,morphTextureStride:ve,numSunLights:y.sun.length,numDirLights:y.directional.length,numPointLights:y.point.length,numSpotLights:y.spot.length,numSpotLightMaps:y.spotLightMap.length,numRectAreaLights:y.rectArea.length,numHemiLights:y.hemi.length,numSunLightShadows:y.sunShadowMap.length,numDirLightShadows:y.directionalShadowMap.length,numPointLightShadows:y.pointShadowMap.length,numSpotLightShadows:y.spotShadowMap.length,numSpotLightShadowsWithMaps:y.numSpotLightShadowsWithMaps,numLightProbes:y.numLightProbes,numLightProbeGrids:H.filter(he=>he.texture!==null).length,numClippingPlanes:s.numPlanes,numClipIntersection:s.numIntersection,dithering:x.dithering,shadowMapEnabled:n.shadowMap.enabled&&V.length>0,shadowMapType:n.shadowMap.type,toneMapping:J,decodeVideoTexture:He&&x.map.isVideoTexture===!0&&we.getTransfer(x.map.colorSpace)===Ge,decodeVideoTextureEmissive:ht&&x.emissiveMap.isVideoTexture===!0&&we.getTransfer(x.emissiveMap.colorSpace)===Ge,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===si,flipSided:x.side===Tt,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:De&&x.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(De&&x.extensions.multiDraw===!0||st)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return Le.vertexUv1s=c.has(1),Le.vertexUv2s=c.has(2),Le.vertexUv3s=c.has(3),c.clear(),Le}function T(x){let y=[];if(x.shaderID?y.push(x.shaderID):(y.push(x.customVertexShaderID),y.push(x.customFragmentShaderID)),x.defines!==void 0)for(let V in x.defines)y.push(V),y.push(x.defines[V]);return x.isRawShaderMaterial===!1&&(d(y,x),f(y,x),y.push(n.outputColorSpace)),y.push(x.customProgramCacheKey),y.join()}function d(x,y){x.push(y.precision),x.push(y.outputColorSpace),x.push(y.envMapMode),x.push(y.envMapPMREM),x.push(y.envMapMaxLod),x.push(y.envMapSize),x.push(y.mapUv),x.push(y.alphaMapUv),x.push(y.lightMapUv),x.push(y.aoMapUv),x.push(y.bumpMapUv),x.push(y.normalMapUv),x.push(y.displacementMapUv),x.push(y.emissiveMapUv),x.push(y.metalnessMapUv),x.push(y.roughnessMapUv),x.push(y.anisotropyMapUv),x.push(y.clearcoatMapUv),x.push(y.clearcoatNormalMapUv),x.push(y.clearcoatRoughnessMapUv),x.push(y.diffuseRoughnessMapUv),x.push(y.iridescenceMapUv),x.push(y.iridescenceThicknessMapUv),x.push(y.sheenColorMapUv),x.push(y.sheenRoughnessMapUv),x.push(y.specularMapUv),x.push(y.specularColorMapUv),x.push(y.specularIntensityMapUv),x.push(y.transmissionMapUv),x.push(y.thicknessMapUv),x.push(y.combine),x.push(y.fogExp2),x.push(y.sizeAttenuation),x.push(y.morphTargetsCount),x.push(y.numSunLights),x.push(y.numDirLights),x.push(y.numPointLights),x.push(y.numSpotLights),x.push(y.numSpotLightMaps),x.push(y.numHemiLights),x.push(y.numRectAreaLights),x.push(y.numSunLightShadows),x.push(y.numDirLightShadows),x.push(y.numPointLightShadows),x.push(y.numSpotLightShadows),x.push(y.numSpotLightShadowsWithMaps),x.push(y.numLightProbes),x.push(y.numLightProbeGrids),x.push(y.shadowMapType),x.push(y.toneMapping),x.push(y.numClippingPlanes),x.push(y.numClipIntersection),x.push(y.depthPacking)}function f(x,y){o.disableAll(),y.instancing&&o.enable(0),y.instancingColor&&o.enable(1),y.instancingMorph&&o.enable(2),y.matcap&&o.enable(3),y.envMap&&o.enable(4),y.normalMapObjectSpace&&o.enable(5),y.normalMapTangentSpace&&o.enable(6),y.clearcoat&&o.enable(7),y.iridescence&&o.enable(8),y.alphaTest&&o.enable(9),y.vertexColors&&o.enable(10),y.vertexAlphas&&o.enable(11),y.vertexUv1s&&o.enable(12),y.vertexUv2s&&o.enable(13),y.vertexUv3s&&o.enable(14),y.vertexTangents&&o.enable(15),y.anisotropy&&o.enable(16),y.alphaHash&&o.enable(17),y.batching&&o.enable(18),y.dispersion&&o.enable(19),y.retroreflection&&o.enable(24),y.diffuseRoughness&&o.enable(25),y.batchingColor&&o.enable(20),y.gradientMap&&o.enable(21),y.packedNormalMap&&o.enable(22),y.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),y.fog&&o.enable(0),y.useFog&&o.enable(1),y.flatShading&&o.enable(2),y.logarithmicDepthBuffer&&o.enable(3),y.reversedDepthBuffer&&o.enable(4),y.skinning&&o.enable(5),y.morphTargets&&o.enable(6),y.morphNormals&&o.enable(7),y.morphColors&&o.enable(8),y.premultipliedAlpha&&o.enable(9),y.shadowMapEnabled&&o.enable(10),y.doubleSided&&o.enable(11),y.flipSided&&o.enable(12),y.useDepthPacking&&o.enable(13),y.dithering&&o.enable(14),y.transmission&&o.enable(15),y.sheen&&o.enable(16),y.opaque&&o.enable(17),y.pointsUvs&&o.enable(18),y.decodeVideoTexture&&o.enable(19),y.decodeVideoTextureEmissive&&o.enable(20),y.alphaToCoverage&&o.enable(21),y.numLightProbeGrids>0&&o.enable(22),y.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function E(x){let y=_[x.type],V;if(y){let B=Jt[y];V=yl.clone(B.uniforms)}else V=x.uniforms;return V}function R(x,y){let V=h.get(y);return V!==void 0?++V.usedTimes:(V=new vh(n,y,x,r),l.push(V),h.set(y,V)),V}function A(x){if(--x.usedTimes===0){let y=l.indexOf(x);l[y]=l[l.length-1],l.pop(),h.delete(x.cacheKey),x.destroy()}}function w(x){a.remove(x)}function N(){a.dispose()}return{getParameters:M,getProgramCacheKey:T,getUniforms:E,acquireProgram:R,releaseProgram:A,releaseShaderCache:w,programs:l,dispose:N}}function Rh(){let n=new WeakMap;function e(o){return n.has(o)}function t(o){let a=n.get(o);return a===void 0&&(a={},n.set(o,a)),a}function i(o){n.delete(o)}function r(o,a,c){n.get(o)[a]=c}function s(){n=new WeakMap}return{has:e,get:t,remove:i,update:r,dispose:s}}function Nd(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.material.id!==e.material.id?n.material.id-e.material.id:n.materialVariant!==e.materialVariant?n.materialVariant-e.materialVariant:n.z!==e.z?n.z-e.z:n.id-e.id}function Ch(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.z!==e.z?e.z-n.z:n.id-e.id}function wh(){let n=[],e=0,t=[],i=[],r=[];function s(){e=0,t.length=0,i.length=0,r.length=0}function o(_){let g=0;return _.isInstancedMesh&&(g+=2),_.isSkinnedMesh&&(g+=1),g}function a(_,g,M,T,d,f){let E=n[e];return E===void 0?(E={id:_.id,object:_,geometry:g,material:M,materialVariant:o(_),groupOrder:T,renderOrder:_.renderOrder,z:d,group:f},n[e]=E):(E.id=_.id,E.object=_,E.geometry=g,E.material=M,E.materialVariant=o(_),E.groupOrder=T,E.renderOrder=_.renderOrder,E.z=d,E.group=f),e++,E}function c(_,g,M,T,d,f,E){E.reversedDepth===!0&&(d=-d);let R=a(_,g,M,T,d,f);M.transmission>0?i.push(R):M.transparent===!0?r.push(R):t.push(R)}function l(_,g,M,T,d,f){let E=a(_,g,M,T,d,f);M.transmission>0?i.unshift(E):M.transparent===!0?r.unshift(E):t.unshift(E)}function h(_,g){t.length>1&&t.sort(_||Nd),i.length>1&&i.sort(g||Ch),r.length>1&&r.sort(g||Ch)}function m(){for(let _=e,g=n.length;_<g;_++){let M=n[_];if(M.id===null)break;M.id=null,M.object=null,M.geometry=null,M.material=null,M.group=null}}return{opaque:t,transmissive:i,transparent:r,init:s,push:c,unshift:l,finish:m,sort:h}}function Lh(){let n=new WeakMap;function e(i,r){let s=n.get(i),o;return s===void 0?(o=new wh,n.set(i,[o])):r>=s.length?(o=new wh,s.push(o)):o=s[r],o}function t(){n=new WeakMap}return{get:e,dispose:t}}function Od(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new I,color:new Ae};break;case"SpotLight":t={position:new I,direction:new I,color:new Ae,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new I,color:new Ae,distance:0,decay:0};break;case"HemisphereLight":t={direction:new I,skyColor:new Ae,groundColor:new Ae};break;case"RectAreaLight":t={color:new Ae,position:new I,halfWidth:new I,halfHeight:new I};break}return n[e.id]=t,t}}}function Bd(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Re};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Re};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Re,shadowCameraNear:1,shadowCameraFar:1e3};break}return n[e.id]=t,t}}}var Gd=0;function zd(n,e){return(e.castShadow?2:0)-(n.castShadow?2:0)+(e.map?1:0)-(n.map?1:0)}function Ph(n){let e=new Od,t=Bd(),i={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let l=0;l<9;l++)i.probe.push(new I);let r=new I,s=new Be,o=new Be;function a(l){let h=0,m=0,_=0;for(let H=0;H<9;H++)i.probe[H].set(0,0,0);let g=0,M=0,T=0,d=0,f=0,E=0,R=0,A=0,w=0,N=0,x=0,y=0,V=0,B=0;l.sort(zd);for(let H=0,$=l.length;H<$;H++){let L=l[H],Y=L.color,ee=L.intensity,ue=L.distance,se=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===Pi?se=L.shadow.map.texture:se=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)h+=Y.r*ee,m+=Y.g*ee,_+=Y.b*ee;else if(L.isLightProbe){for(let X=0;X<9;X++)i.probe[X].addScaledVector(L.sh.coefficients[X],ee);B++}else if(L.isSunLight){let X=e.get(L);if(X.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let K=L.shadow,Q=t.get(L);Q.shadowIntensity=K.intensity,Q.shadowBias=K.bias,Q.shadowNormalBias=K.normalBias,Q.shadowRadius=K.radius,Q.shadowMapSize.copy(K.mapSize).multiply(K.getFrameExtents()),i.sunShadow[M]=Q,i.sunShadowMap[M]=se;let ve=K.getViewportCount();for(let Fe=0;Fe<ve;Fe++)i.sunShadowMatrix[T+Fe]=K.getMatrix(Fe),i.sunShadowCascade[T+Fe]=K._cascadeData[Fe];T+=ve,M++}i.sun[g]=X,g++}else if(L.isDirectionalLight){let X=e.get(L);if(X.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let K=L.shadow,Q=t.get(L);Q.shadowIntensity=K.intensity,Q.shadowBias=K.bias,Q.shadowNormalBias=K.normalBias,Q.shadowRadius=K.radius,Q.shadowMapSize=K.mapSize,i.directionalShadow[d]=Q,i.directionalShadowMap[d]=se,i.directionalShadowMatrix[d]=L.shadow.matrix,w++}i.directional[d]=X,d++}else if(L.isSpotLight){let X=e.get(L);X.position.setFromMatrixPosition(L.matrixWorld),X.color.copy(Y).multiplyScalar(ee),X.distance=ue,X.coneCos=Math.cos(L.angle),X.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),X.decay=L.decay,i.spot[E]=X;let K=L.shadow;if(L.map&&(i.spotLightMap[y]=L.map,y++,K.updateMatrices(L),L.castShadow&&V++),i.spotLightMatrix[E]=K.matrix,L.castShadow){let Q=t.get(L);Q.shadowIntensity=K.intensity,Q.shadowBias=K.bias,Q.shadowNormalBias=K.normalBias,Q.shadowRadius=K.radius,Q.shadowMapSize=K.mapSize,i.spotShadow[E]=Q,i.spotShadowMap[E]=se,x++}E++}else if(L.isRectAreaLight){let X=e.get(L);X.color.copy(Y).multiplyScalar(ee),X.halfWidth.set(L.width*.5,0,0),X.halfHeight.set(0,L.height*.5,0),i.rectArea[R]=X,R++}else if(L.isPointLight){let X=e.get(L);if(X.color.copy(L.color).multiplyScalar(L.intensity),X.distance=L.distance,X.decay=L.decay,L.castShadow){let K=L.shadow,Q=t.get(L);Q.shadowIntensity=K.intensity,Q.shadowBias=K.bias,Q.shadowNormalBias=K.normalBias,Q.shadowRadius=K.radius,Q.shadowMapSize=K.mapSize,Q.shadowCameraNear=K.camera.near,Q.shadowCameraFar=K.camera.far,i.pointShadow[f]=Q,i.pointShadowMap[f]=se,i.pointShadowMatrix[f]=L.shadow.matrix,N++}i.point[f]=X,f++}else if(L.isHemisphereLight){let X=e.get(L);X.skyColor.copy(L.color).multiplyScalar(ee),X.groundColor.copy(L.groundColor).multiplyScalar(ee),i.hemi[A]=X,A++}}R>0&&(n.has("OES_texture_float_linear")===!0?(i.rectAreaLTC1=fe.LTC_FLOAT_1,i.rectAreaLTC2=fe.LTC_FLOAT_2):(i.rectAreaLTC1=fe.LTC_HALF_1,i.rectAreaLTC2=fe.LTC_HALF_2)),i.ambient[0]=h,i.ambient[1]=m,i.ambient[2]=_;let F=i.hash;(F.sunLength!==g||F.directionalLength!==d||F.pointLength!==f||F.spotLength!==E||F.rectAreaLength!==R||F.hemiLength!==A||F.numSunShadows!==M||F.numDirectionalShadows!==w||F.numPointShadows!==N||F.numSpotShadows!==x||F.numSpotMaps!==y||F.numLightProbes!==B)&&(i.sun.length=g,i.directional.length=d,i.spot.length=E,i.rectArea.length=R,i.point.length=f,i.hemi.length=A,i.sunShadow.length=M,i.sunShadowMap.length=M,i.sunShadowMatrix.length=T,i.sunShadowCascade.length=T,i.directionalShadow.length=w,i.directionalShadowMap.length=w,i.directionalShadowMatrix.length=w,i.pointShadow.length=N,i.pointShadowMap.length=N,i.pointShadowMatrix.length=N,i.spotShadow.length=x,i.spotShadowMap.length=x,i.spotLightMatrix.length=x+y-V,i.spotLightMap.length=y,i.numSpotLightShadowsWithMaps=V,i.numLightProbes=B,F.sunLength=g,F.directionalLength=d,F.pointLength=f,F.spotLength=E,F.rectAreaLength=R,F.hemiLength=A,F.numSunShadows=M,F.numDirectionalShadows=w,F.numPointShadows=N,F.numSpotShadows=x,F.numSpotMaps=y,F.numLightProbes=B,i.version=Gd++)}function c(l,h){let m=0,_=0,g=0,M=0,T=0,d=0,f=h.matrixWorldInverse;for(let E=0,R=l.length;E<R;E++){let A=l[E];if(A.isSunLight){let w=i.sun[m];w.direction.setFromMatrixPosition(A.matrixWorld),w.direction.transformDirection(f),m++}else if(A.isDirectionalLight){let w=i.directional[_];w.direction.setFromMatrixPosition(A.matrixWorld),r.setFromMatrixPosition(A.target.matrixWorld),w.direction.sub(r),w.direction.transformDirection(f),_++}else if(A.isSpotLight){let w=i.spot[M];w.position.setFromMatrixPosition(A.matrixWorld),w.position.applyMatrix4(f),w.direction.setFromMatrixPosition(A.matrixWorld),r.setFromMatrixPosition(A.target.matrixWorld),w.direction.sub(r),w.direction.transformDirection(f),M++}else if(A.isRectAreaLight){let w=i.rectArea[T];w.position.setFromMatrixPosition(A.matrixWorld),w.position.applyMatrix4(f),o.identity(),s.copy(A.matrixWorld),s.premultiply(f),o.extractRotation(s),w.halfWidth.set(A.width*.5,0,0),w.halfHeight.set(0,A.height*.5,0),w.halfWidth.applyMatrix4(o),w.halfHeight.applyMatrix4(o),T++}else if(A.isPointLight){let w=i.point[g];w.position.setFromMatrixPosition(A.matrixWorld),w.position.applyMatrix4(f),g++}else if(A.isHemisphereLight){let w=i.hemi[d];w.direction.setFromMatrixPosition(A.matrixWorld),w.direction.transformDirection(f),d++}}}return{setup:a,setupView:c,state:i}}function Uh(n){let e=new Ph(n),t=[],i=[],r=[];function s(m){h.camera=m,t.length=0,i.length=0,r.length=0}function o(m){m.isLightProbeGrid?r.push(m):t.push(m)}function a(m){i.push(m)}function c(){e.setup(t),r.sort((m,_)=>m.priority-_.priority||m.id-_.id)}function l(m){e.setupView(t,m)}let h={lightsArray:t,shadowsArray:i,lightProbeGridArray:r,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:s,state:h,setupLights:c,setupLightsView:l,pushLight:o,pushShadow:a}}function Dh(n){let e=new WeakMap;function t(r,s=0){let o=e.get(r),a;return o===void 0?(a=new Uh(n),e.set(r,[a])):s>=o.length?(a=new Uh(n),o.push(a)):a=o[s],a}function i(){e=new WeakMap}return{get:t,dispose:i}}function Ih(){return{enabled:!1,type:1,render(){}}}function Fh(n,e){function t(){let v=!1,W=new Ke,G=null,re=new Ke(0,0,0,0);return{setMask:function(j){G!==j&&!v&&(n.colorMask(j,j,j,j),G=j)},setLocked:function(j){v=j},setClear:function(j,ie,Me,De,J){J===!0&&(j*=De,ie*=De,Me*=De),W.set(j,ie,Me,De),re.equals(W)===!1&&(n.clearColor(j,ie,Me,De),re.copy(W))},reset:function(){v=!1,G=null,re.set(-1,0,0,0)}}}function i(){let v=!1,W=!1,G=null,re=null,j=null;return{setReversed:function(ie){if(W!==ie){let Me=e.get("EXT_clip_control");ie?Me.clipControlEXT(Me.LOWER_LEFT_EXT,Me.ZERO_TO_ONE_EXT):Me.clipControlEXT(Me.LOWER_LEFT_EXT,Me.NEGATIVE_ONE_TO_ONE_EXT),W=ie;let De=j;j=null,this.setClear(De)}},getReversed:function(){return W},setTest:function(ie){ie?Ee(n.DEPTH_TEST):Xe(n.DEPTH_TEST)},setMask:function(ie){G!==ie&&!v&&(n.depthMask(ie),G=ie)},setFunc:function(ie){if(W&&(ie=Qa[ie]),re!==ie){switch(ie){case On:n.depthFunc(n.NEVER);break;case Bn:n.depthFunc(n.ALWAYS);break;case Gn:n.depthFunc(n.LESS);break;case wi:n.depthFunc(n.LEQUAL);break;case zn:n.depthFunc(n.EQUAL);break;case Hn:n.depthFunc(n.GEQUAL);break;case kn:n.depthFunc(n.GREATER);break;case Vn:n.depthFunc(n.NOTEQUAL);break;default:n.depthFunc(n.LEQUAL)}re=ie}},setLocked:function(ie){v=ie},setClear:function(ie){j!==ie&&(j=ie,W&&(ie=1-ie),n.clearDepth(ie))},reset:function(){v=!1,G=null,re=null,j=null,W=!1}}}function r(){let v=!1,W=null,G=null,re=null,j=null,ie=null,Me=null,De=null,J=null;return{setTest:function(Te){v||(Te?Ee(n.STENCIL_TEST):Xe(n.STENCIL_TEST))},setMask:function(Te){W!==Te&&!v&&(n.stencilMask(Te),W=Te)},setFunc:function(Te,Le,he){(G!==Te||re!==Le||j!==he)&&(n.stencilFunc(Te,Le,he),G=Te,re=Le,j=he)},setOp:function(Te,Le,he){(ie!==Te||Me!==Le||De!==he)&&(n.stencilOp(Te,Le,he),ie=Te,Me=Le,De=he)},setLocked:function(Te){v=Te},setClear:function(Te){J!==Te&&(n.clearStencil(Te),J=Te)},reset:function(){v=!1,W=null,G=null,re=null,j=null,ie=null,Me=null,De=null,J=null}}}let s=new t,o=new i,a=new r,c={},l=new WeakMap,h={},m={},_={},g=new WeakMap,M=[],T=null,d=!1,f=null,E=null,R=null,A=null,w=null,N=null,x=null,y=new Ae(0,0,0),V=0,B=!1,F=null,H=null,$=null,L=null,Y=null,ee=n.getParameter(n.MAX_COMBINED_TEXTURE_IMAGE_UNITS),ue=!1,se=0,X=n.getParameter(n.VERSION);X.indexOf("WebGL")!==-1?(se=parseFloat(/^WebGL (\d)/.exec(X)[1]),ue=se>=1):X.indexOf("OpenGL ES")!==-1&&(se=parseFloat(/^OpenGL ES (\d)/.exec(X)[1]),ue=se>=2);let K=null,Q={},ve=n.getParameter(n.SCISSOR_BOX),Fe=n.getParameter(n.VIEWPORT),it=new Ke().fromArray(ve),Je=new Ke().fromArray(Fe);function Ze(v,W,G,re){let j=new Uint8Array(4),ie=n.createTexture();n.bindTexture(v,ie),n.texParameteri(v,n.TEXTURE_MIN_FILTER,n.NEAREST),n.texParameteri(v,n.TEXTURE_MAG_FILTER,n.NEAREST);for(let Me=0;Me<G;Me++)v===n.TEXTURE_3D||v===n.TEXTURE_2D_ARRAY?n.texImage3D(W,0,n.RGBA,1,1,re,0,n.RGBA,n.UNSIGNED_BYTE,j):n.texImage2D(W+Me,0,n.RGBA,1,1,0,n.RGBA,n.UNSIGNED_BYTE,j);return ie}let We={};We[n.TEXTURE_2D]=Ze(n.TEXTURE_2D,n.TEXTURE_2D,1),We[n.TEXTURE_CUBE_MAP]=Ze(n.TEXTURE_CUBE_MAP,n.TEXTURE_CUBE_MAP_POSITIVE_X,6),We[n.TEXTURE_2D_ARRAY]=Ze(n.TEXTURE_2D_ARRAY,n.TEXTURE_2D_ARRAY,1,1),We[n.TEXTURE_3D]=Ze(n.TEXTURE_3D,n.TEXTURE_3D,1,1),s.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Ee(n.DEPTH_TEST),o.setFunc(wi),Dt(!1),et(no),Ee(n.CULL_FACE),Ft(Vr);function Ee(v){h[v]!==!0&&(n.enable(v),h[v]=!0)}function Xe(v){h[v]!==!1&&(n.disable(v),h[v]=!1)}function st(v,W){return _[v]!==W?(n.bindFramebuffer(v,W),_[v]=W,v===n.DRAW_FRAMEBUFFER&&(_[n.FRAMEBUFFER]=W),v===n.FRAMEBUFFER&&(_[n.DRAW_FRAMEBUFFER]=W),!0):!1}function He(v,W){let G=M,re=!1;if(v){G=g.get(W),G===void 0&&(G=[],g.set(W,G));let j=v.textures;if(G.length!==j.length||G[0]!==n.COLOR_ATTACHMENT0){for(let ie=0,Me=j.length;ie<Me;ie++)G[ie]=n.COLOR_ATTACHMENT0+ie;G.length=j.length,re=!0}}else G[0]!==n.BACK&&(G[0]=n.BACK,re=!0);re&&n.drawBuffers(G)}function ot(v){return T!==v?(n.useProgram(v),T=v,!0):!1}let Rt={[Ci]:n.FUNC_ADD,[ca]:n.FUNC_SUBTRACT,[fa]:n.FUNC_REVERSE_SUBTRACT};Rt[ha]=n.MIN,Rt[ua]=n.MAX;let gt={[da]:n.ZERO,[pa]:n.ONE,[ma]:n.SRC_COLOR,[Wr]:n.SRC_ALPHA,[Ea]:n.SRC_ALPHA_SATURATE,[Ma]:n.DST_COLOR,[ga]:n.DST_ALPHA,[_a]:n.ONE_MINUS_SRC_COLOR,[Xr]:n.ONE_MINUS_SRC_ALPHA,[Sa]:n.ONE_MINUS_DST_COLOR,[xa]:n.ONE_MINUS_DST_ALPHA,[Ta]:n.CONSTANT_COLOR,[Aa]:n.ONE_MINUS_CONSTANT_COLOR,[ya]:n.CONSTANT_ALPHA,[va]:n.ONE_MINUS_CONSTANT_ALPHA};function Ft(v,W,G,re,j,ie,Me,De,J,Te){if(v===Vr){d===!0&&(Xe(n.BLEND),d=!1);return}if(d===!1&&(Ee(n.BLEND),d=!0),v!==la){if(v!==f||Te!==B){if((E!==Ci||w!==Ci)&&(n.blendEquation(n.FUNC_ADD),E=Ci,w=Ci),Te)switch(v){case Ri:n.blendFuncSeparate(n.ONE,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case ro:n.blendFunc(n.ONE,n.ONE);break;case so:n.blendFuncSeparate(n.ZERO,n.ONE_MINUS_SRC_COLOR,n.ZERO,n.ONE);break;case oo:n.blendFuncSeparate(n.DST_COLOR,n.ONE_MINUS_SRC_ALPHA,n.ZERO,n.ONE);break;default:Ie("WebGLState: Invalid blending: ",v);break}else switch(v){case Ri:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case ro:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE,n.ONE,n.ONE);break;case so:Ie("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case oo:Ie("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Ie("WebGLState: Invalid blending: ",v);break}R=null,A=null,N=null,x=null,y.set(0,0,0),V=0,f=v,B=Te}return}j=j||W,ie=ie||G,Me=Me||re,(W!==E||j!==w)&&(n.blendEquationSeparate(Rt[W],Rt[j]),E=W,w=j),(G!==R||re!==A||ie!==N||Me!==x)&&(n.blendFuncSeparate(gt[G],gt[re],gt[ie],gt[Me]),R=G,A=re,N=ie,x=Me),(De.equals(y)===!1||J!==V)&&(n.blendColor(De.r,De.g,De.b,J),y.copy(De),V=J),f=v,B=!1}function at(v,W){v.side===si?Xe(n.CULL_FACE):Ee(n.CULL_FACE);let G=v.side===Tt;W&&(G=!G),Dt(G),v.blending===Ri&&v.transparent===!1?Ft(Vr):Ft(v.blending,v.blendEquation,v.blendSrc,v.blendDst,v.blendEquationAlpha,v.blendSrcAlpha,v.blendDstAlpha,v.blendColor,v.blendAlpha,v.premultipliedAlpha),o.setFunc(v.depthFunc),o.setTest(v.depthTest),o.setMask(v.depthWrite),s.setMask(v.colorWrite);let re=v.stencilWrite;a.setTest(re),re&&(a.setMask(v.stencilWriteMask),a.setFunc(v.stencilFunc,v.stencilRef,v.stencilFuncMask),a.setOp(v.stencilFail,v.stencilZFail,v.stencilZPass)),ht(v.polygonOffset,v.polygonOffsetFactor,v.polygonOffsetUnits),v.alphaToCoverage===!0?Ee(n.SAMPLE_ALPHA_TO_COVERAGE):Xe(n.SAMPLE_ALPHA_TO_COVERAGE)}function Dt(v){F!==v&&(v?n.frontFace(n.CW):n.frontFace(n.CCW),F=v)}function et(v){v!==ra?(Ee(n.CULL_FACE),v!==H&&(v===no?n.cullFace(n.BACK):v===sa?n.cullFace(n.FRONT):n.cullFace(n.FRONT_AND_BACK))):Xe(n.CULL_FACE),H=v}function ri(v){v!==$&&(ue&&n.lineWidth(v),$=v)}function ht(v,W,G){v?(Ee(n.POLYGON_OFFSET_FILL),(L!==W||Y!==G)&&(L=W,Y=G,o.getReversed()&&(W=-W,G=-G),n.polygonOffset(W,G))):Xe(n.POLYGON_OFFSET_FILL)}function Ht(v){v?Ee(n.SCISSOR_TEST):Xe(n.SCISSOR_TEST)}function kt(v){v===void 0&&(v=n.TEXTURE0+ee-1),K!==v&&(n.activeTexture(v),K=v)}function Vt(v,W,G){G===void 0&&(K===null?G=n.TEXTURE0+ee-1:G=K);let re=Q[G];re===void 0&&(re={type:void 0,texture:void 0},Q[G]=re),(re.type!==v||re.texture!==W)&&(K!==G&&(n.activeTexture(G),K=G),n.bindTexture(v,W||We[v]),re.type=v,re.texture=W)}function C(){let v=Q[K];v!==void 0&&v.type!==void 0&&(n.bindTexture(v.type,null),v.type=void 0,v.texture=void 0)}function Wt(){try{n.compressedTexImage2D(...arguments)}catch(v){Ie("WebGLState:",v)}}function $e(){try{n.compressedTexImage3D(...arguments)}catch(v){Ie("WebGLState:",v)}}function Qe(){try{n.texSubImage2D(...arguments)}catch(v){Ie("WebGLState:",v)}}function ce(){try{n.texSubImage3D(...arguments)}catch(v){Ie("WebGLState:",v)}}function lt(){try{n.compressedTexSubImage2D(...arguments)}catch(v){Ie("WebGLState:",v)}}function ye(){try{n.compressedTexSubImage3D(...arguments)}catch(v){Ie("WebGLState:",v)}}function be(){try{n.texStorage2D(...arguments)}catch(v){Ie("WebGLState:",v)}}function S(){try{n.texStorage3D(...arguments)}catch(v){Ie("WebGLState:",v)}}function u(){try{n.texImage2D(...arguments)}catch(v){Ie("WebGLState:",v)}}function U(){try{n.texImage3D(...arguments)}catch(v){Ie("WebGLState:",v)}}function Z(v){return m[v]!==void 0?m[v]:n.getParameter(v)}function q(v,W){m[v]!==W&&(n.pixelStorei(v,W),m[v]=W)}function te(v){it.equals(v)===!1&&(n.scissor(v.x,v.y,v.z,v.w),it.copy(v))}function ae(v){Je.equals(v)===!1&&(n.viewport(v.x,v.y,v.z,v.w),Je.copy(v))}function z(v,W){let G=l.get(W);G===void 0&&(G=new WeakMap,l.set(W,G));let re=G.get(v);re===void 0&&(re=n.getUniformBlockIndex(W,v.name),n.uniformBlockBinding(W,re,re),G.set(v,re))}function k(v,W,G){let j=l.get(W).get(v);c[j]!==G&&(n.bindBufferBase(n.UNIFORM_BUFFER,j,G),c[j]=G)}function ne(){n.disable(n.BLEND),n.disable(n.CULL_FACE),n.disable(n.DEPTH_TEST),n.disable(n.POLYGON_OFFSET_FILL),n.disable(n.SCISSOR_TEST),n.disable(n.STENCIL_TEST),n.disable(n.SAMPLE_ALPHA_TO_COVERAGE),n.blendEquation(n.FUNC_ADD),n.blendFunc(n.ONE,n.ZERO),n.blendFuncSeparate(n.ONE,n.ZERO,n.ONE,n.ZERO),n.blendColor(0,0,0,0),n.colorMask(!0,!0,!0,!0),n.clearColor(0,0,0,0),n.depthMask(!0),n.depthFunc(n.LESS),o.setReversed(!1),n.clearDepth(1),n.stencilMask(4294967295),n.stencilFunc(n.ALWAYS,0,4294967295),n.stencilOp(n.KEEP,n.KEEP,n.KEEP),n.clearStencil(0),n.cullFace(n.BACK),n.frontFace(n.CCW),n.polygonOffset(0,0),n.activeTexture(n.TEXTURE0),n.bindFramebuffer(n.FRAMEBUFFER,null),n.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),n.bindFramebuffer(n.READ_FRAMEBUFFER,null),n.useProgram(null),n.lineWidth(1),n.scissor(0,0,n.canvas.width,n.canvas.height),n.viewport(0,0,n.canvas.width,n.canvas.height),n.pixelStorei(n.PACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,!1),n.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),n.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,n.BROWSER_DEFAULT_WEBGL),n.pixelStorei(n.PACK_ROW_LENGTH,0),n.pixelStorei(n.PACK_SKIP_PIXELS,0),n.pixelStorei(n.PACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_ROW_LENGTH,0),n.pixelStorei(n.UNPACK_IMAGE_HEIGHT,0),n.pixelStorei(n.UNPACK_SKIP_PIXELS,0),n.pixelStorei(n.UNPACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_SKIP_IMAGES,0),h={},m={},K=null,Q={},_={},c={},g=new WeakMap,M=[],T=null,d=!1,f=null,E=null,R=null,A=null,w=null,N=null,x=null,y=new Ae(0,0,0),V=0,B=!1,F=null,H=null,$=null,L=null,Y=null,it.set(0,0,n.canvas.width,n.canvas.height),Je.set(0,0,n.canvas.width,n.canvas.height),s.reset(),o.reset(),a.reset()}return{buffers:{color:s,depth:o,stencil:a},enable:Ee,disable:Xe,bindFramebuffer:st,drawBuffers:He,useProgram:ot,setBlending:Ft,setMaterial:at,setFlipSided:Dt,setCullFace:et,setLineWidth:ri,setPolygonOffset:ht,setScissorTest:Ht,activeTexture:kt,bindTexture:Vt,unbindTexture:C,compressedTexImage2D:Wt,compressedTexImage3D:$e,texImage2D:u,texImage3D:U,pixelStorei:q,getParameter:Z,updateUBOMapping:z,uniformBlockBinding:k,texStorage2D:be,texStorage3D:S,texSubImage2D:Qe,texSubImage3D:ce,compressedTexSubImage2D:lt,compressedTexSubImage3D:ye,scissor:te,viewport:ae,reset:ne}}function Nh(n,e,t,i,r,s,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,c=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),l=new Re,h=new WeakMap,m=new Set,_,g=new WeakMap,M=new Set,T=new FinalizationRegistry(S=>M.delete(S)),d=!1;try{d=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function f(S,u){return d?new OffscreenCanvas(S,u):mn("canvas")}function E(S,u,U){let Z=1,q=be(S);if((q.width>U||q.height>U)&&(Z=U/Math.max(q.width,q.height)),Z<1)if(typeof HTMLImageElement<"u"&&S instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&S instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&S instanceof ImageBitmap||typeof VideoFrame<"u"&&S instanceof VideoFrame){let te=Math.floor(Z*q.width),ae=Math.floor(Z*q.height);_===void 0&&(_=f(te,ae));let z=u?f(te,ae):_;return z.width=te,z.height=ae,z.getContext("2d").drawImage(S,0,0,te,ae),ge("WebGLRenderer: Texture has been resized from ("+q.width+"x"+q.height+") to ("+te+"x"+ae+")."),z}else return"data"in S&&ge("WebGLRenderer: Image in DataTexture is too big ("+q.width+"x"+q.height+")."),S;return S}function R(S){return S.generateMipmaps}function A(S){n.generateMipmap(S)}function w(S){return S.isWebGLCubeRenderTarget?n.TEXTURE_CUBE_MAP:S.isWebGL3DRenderTarget?n.TEXTURE_3D:S.isWebGLArrayRenderTarget||S.isCompressedArrayTexture?n.TEXTURE_2D_ARRAY:n.TEXTURE_2D}function N(S,u,U,Z,q,te=!1){if(S!==null){if(n[S]!==void 0)return n[S];ge("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+S+"'")}let ae;Z&&(ae=e.get("EXT_texture_norm16"),ae||ge("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let z=u;if(u===n.RED&&(U===n.FLOAT&&(z=n.R32F),U===n.HALF_FLOAT&&(z=n.R16F),U===n.UNSIGNED_BYTE&&(z=n.R8),U===n.UNSIGNED_SHORT&&ae&&(z=ae.R16_EXT),U===n.SHORT&&ae&&(z=ae.R16_SNORM_EXT)),u===n.RED_INTEGER&&(U===n.UNSIGNED_BYTE&&(z=n.R8UI),U===n.UNSIGNED_SHORT&&(z=n.R16UI),U===n.UNSIGNED_INT&&(z=n.R32UI),U===n.BYTE&&(z=n.R8I),U===n.SHORT&&(z=n.R16I),U===n.INT&&(z=n.R32I)),u===n.RG&&(U===n.FLOAT&&(z=n.RG32F),U===n.HALF_FLOAT&&(z=n.RG16F),U===n.UNSIGNED_BYTE&&(z=n.RG8),U===n.UNSIGNED_SHORT&&ae&&(z=ae.RG16_EXT),U===n.SHORT&&ae&&(z=ae.RG16_SNORM_EXT)),u===n.RG_INTEGER&&(U===n.UNSIGNED_BYTE&&(z=n.RG8UI),U===n.UNSIGNED_SHORT&&(z=n.RG16UI),U===n.UNSIGNED_INT&&(z=n.RG32UI),U===n.BYTE&&(z=n.RG8I),U===n.SHORT&&(z=n.RG16I),U===n.INT&&(z=n.RG32I)),u===n.RGB_INTEGER&&(U===n.UNSIGNED_BYTE&&(z=n.RGB8UI),U===n.UNSIGNED_SHORT&&(z=n.RGB16UI),U===n.UNSIGNED_INT&&(z=n.RGB32UI),U===n.BYTE&&(z=n.RGB8I),U===n.SHORT&&(z=n.RGB16I),U===n.INT&&(z=n.RGB32I)),u===n.RGBA_INTEGER&&(U===n.UNSIGNED_BYTE&&(z=n.RGBA8UI),U===n.UNSIGNED_SHORT&&(z=n.RGBA16UI),U===n.UNSIGNED_INT&&(z=n.RGBA32UI),U===n.BYTE&&(z=n.RGBA8I),U===n.SHORT&&(z=n.RGBA16I),U===n.INT&&(z=n.RGBA32I)),u===n.RGB&&(U===n.UNSIGNED_SHORT&&ae&&(z=ae.RGB16_EXT),U===n.SHORT&&ae&&(z=ae.RGB16_SNORM_EXT),U===n.UNSIGNED_INT_5_9_9_9_REV&&(z=n.RGB9_E5),U===n.UNSIGNED_INT_10F_11F_11F_REV&&(z=n.R11F_G11F_B10F)),u===n.RGBA){let k=te?qi:we.getTransfer(q);U===n.FLOAT&&(z=n.RGBA32F),U===n.HALF_FLOAT&&(z=n.RGBA16F),U===n.UNSIGNED_BYTE&&(z=k===Ge?n.SRGB8_ALPHA8:n.RGBA8),U===n.UNSIGNED_SHORT&&ae&&(z=ae.RGBA16_EXT),U===n.SHORT&&ae&&(z=ae.RGBA16_SNORM_EXT),U===n.UNSIGNED_SHORT_4_4_4_4&&(z=n.RGBA4),U===n.UNSIGNED_SHORT_5_5_5_1&&(z=n.RGB5_A1)}return(z===n.R16F||z===n.R32F||z===n.RG16F||z===n.RG32F||z===n.RGBA16F||z===n.RGBA32F)&&e.get("EXT_color_buffer_float"),z}function x(S,u){let U;return S?u===null||u===Nt||u===Vi?U=n.DEPTH24_STENCIL8:u===wt?U=n.DEPTH32F_STENCIL8:u===_i&&(U=n.DEPTH24_STENCIL8,ge("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):u===null||u===Nt||u===Vi?U=n.DEPTH_COMPONENT24:u===wt?U=n.DEPTH_COMPONENT32F:u===_i&&(U=n.DEPTH_COMPONENT16),U}function y(S,u){return R(S)===!0||S.isFramebufferTexture&&S.minFilter!==At&&S.minFilter!==ai?Math.log2(Math.max(u.width,u.height))+1:S.mipmaps.length>0?S.mipmaps.length:S.isCompressedTexture&&Array.isArray(S.image)?u.mipmaps.length:1}function V(S){let u=new WeakRef(S);i.get(S).__ref=u,M.add(u),T.register(S,u,u)}function B(S){let u=i.get(S).__ref;u!==void 0&&(M.delete(u),T.unregister(u))}function F(S){$(S.target)}function H(S){L(S.target)}function $(S){S.removeEventListener("dispose",F),B(S),ee(S),S.isVideoTexture&&h.delete(S),S.isHTMLTexture&&m.delete(S)}function L(S){S.removeEventListener("dispose",H),B(S),se(S)}function Y(){for(let S of M){let u=S.deref();u!==void 0&&(u.isRenderTarget===!0?L(u):$(u))}M.clear(),m.clear()}function ee(S){let u=i.get(S);if(u.__webglInit===void 0)return;let U=S.source,Z=g.get(U);if(Z){let q=Z[u.__cacheKey];q.usedTimes--,q.usedTimes===0&&ue(S),Object.keys(Z).length===0&&g.delete(U)}i.remove(S)}function ue(S){let u=i.get(S);n.deleteTexture(u.__webglTexture);let U=S.source,Z=g.get(U);delete Z[u.__cacheKey],o.memory.textures--}function se(S){let u=i.get(S);u.__depthDisposeCallback&&u.__depthDisposeCallback();let U=S.depthTexture;if(U&&U.renderTarget===S&&$(U),S.isWebGLCubeRenderTarget)for(let q=0;q<6;q++){if(Array.isArray(u.__webglFramebuffer[q]))for(let te=0;te<u.__webglFramebuffer[q].length;te++)n.deleteFramebuffer(u.__webglFramebuffer[q][te]);else n.deleteFramebuffer(u.__webglFramebuffer[q]);u.__webglDepthbuffer&&n.deleteRenderbuffer(u.__webglDepthbuffer[q])}else{if(Array.isArray(u.__webglFramebuffer))for(let q=0;q<u.__webglFramebuffer.length;q++)n.deleteFramebuffer(u.__webglFramebuffer[q]);else n.deleteFramebuffer(u.__webglFramebuffer);if(u.__webglDepthbuffer&&n.deleteRenderbuffer(u.__webglDepthbuffer),u.__webglMultisampledFramebuffer&&n.deleteFramebuffer(u.__webglMultisampledFramebuffer),u.__webglColorRenderbuffer)for(let q=0;q<u.__webglColorRenderbuffer.length;q++)u.__webglColorRenderbuffer[q]&&n.deleteRenderbuffer(u.__webglColorRenderbuffer[q]);u.__webglDepthRenderbuffer&&n.deleteRenderbuffer(u.__webglDepthRenderbuffer)}let Z=S.textures;for(let q=0,te=Z.length;q<te;q++){let ae=i.get(Z[q]);ae.__webglTexture&&(n.deleteTexture(ae.__webglTexture),o.memory.textures--),i.remove(Z[q])}i.remove(S)}let X=0;function K(){X=0}function Q(){return X}function ve(S){X=S}function Fe(){let S=X;return S>=r.maxTextures&&ge("WebGLTextures: Trying to use "+(S+1)+" texture units while this GPU supports only "+r.maxTextures),X+=1,S}function it(S){let u=[];return u.push(S.wrapS),u.push(S.wrapT),u.push(S.wrapR||0),u.push(S.magFilter),u.push(S.minFilter),u.push(S.anisotropy),u.push(S.internalFormat),u.push(S.format),u.push(S.type),u.push(S.generateMipmaps),u.push(S.mipmapsAutoUpdate),u.push(S.premultiplyAlpha),u.push(S.flipY),u.push(S.unpackAlignment),u.push(S.colorSpace),u.join()}function Je(S,u){let U=i.get(S);if(S.isVideoTexture&&lt(S),S.isRenderTargetTexture===!1&&S.isExternalTexture!==!0&&S.version>0&&U.__version!==S.version){let Z=S.image;if(Z===null)ge("WebGLRenderer: Texture marked for update but no image data found.");else if(Z.complete===!1)ge("WebGLRenderer: Texture marked for update but image is incomplete");else{at(U,S,u);return}}else S.isExternalTexture&&(U.__webglTexture=S.sourceTexture?S.sourceTexture:null);t.bindTexture(n.TEXTURE_2D,U.__webglTexture,n.TEXTURE0+u)}function Ze(S,u){let U=i.get(S);if(S.isRenderTargetTexture===!1&&S.version>0&&U.__version!==S.version){at(U,S,u);return}else S.isExternalTexture&&(U.__webglTexture=S.sourceTexture?S.sourceTexture:null);t.bindTexture(n.TEXTURE_2D_ARRAY,U.__webglTexture,n.TEXTURE0+u)}function We(S,u){let U=i.get(S);if(S.isRenderTargetTexture===!1&&S.version>0&&U.__version!==S.version){at(U,S,u);return}t.bindTexture(n.TEXTURE_3D,U.__webglTexture,n.TEXTURE0+u)}function Ee(S,u){let U=i.get(S);if(S.version>0&&U.__version!==S.version){Dt(U,S,u);return}t.bindTexture(n.TEXTURE_CUBE_MAP,U.__webglTexture,n.TEXTURE0+u)}let Xe={[Wn]:n.REPEAT,[Qt]:n.CLAMP_TO_EDGE,[Xn]:n.MIRRORED_REPEAT},st={[At]:n.NEAREST,[Na]:n.NEAREST_MIPMAP_NEAREST,[qn]:n.NEAREST_MIPMAP_LINEAR,[ai]:n.LINEAR,[Yr]:n.LINEAR_MIPMAP_NEAREST,[mi]:n.LINEAR_MIPMAP_LINEAR},He={[Ga]:n.NEVER,[is]:n.ALWAYS,[za]:n.LESS,[ka]:n.LEQUAL,[Ha]:n.EQUAL,[Xa]:n.GEQUAL,[Va]:n.GREATER,[Wa]:n.NOTEQUAL};function ot(S,u){if(u.type===wt&&e.has("OES_texture_float_linear")===!1&&(u.magFilter===ai||u.magFilter===Yr||u.magFilter===qn||u.magFilter===mi||u.minFilter===ai||u.minFilter===Yr||u.minFilter===qn||u.minFilter===mi)&&ge("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),n.texParameteri(S,n.TEXTURE_WRAP_S,Xe[u.wrapS]),n.texParameteri(S,n.TEXTURE_WRAP_T,Xe[u.wrapT]),(S===n.TEXTURE_3D||S===n.TEXTURE_2D_ARRAY)&&n.texParameteri(S,n.TEXTURE_WRAP_R,Xe[u.wrapR]),n.texParameteri(S,n.TEXTURE_MAG_FILTER,st[u.magFilter]),n.texParameteri(S,n.TEXTURE_MIN_FILTER,st[u.minFilter]),u.compareFunction&&(n.texParameteri(S,n.TEXTURE_COMPARE_MODE,n.COMPARE_REF_TO_TEXTURE),n.texParameteri(S,n.TEXTURE_COMPARE_FUNC,He[u.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(u.magFilter===At||u.minFilter!==qn&&u.minFilter!==mi||u.type===wt&&e.has("OES_texture_float_linear")===!1)return;if(u.anisotropy>1||i.get(u).__currentAnisotropy){let U=e.get("EXT_texture_filter_anisotropic");n.texParameterf(S,U.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(u.anisotropy,r.getMaxAnisotropy())),i.get(u).__currentAnisotropy=u.anisotropy}}}function Rt(S,u){let U=!1;S.__webglInit===void 0&&(S.__webglInit=!0,u.addEventListener("dispose",F),V(u));let Z=u.source,q=g.get(Z);q===void 0&&(q={},g.set(Z,q));let te=it(u);if(te!==S.__cacheKey){q[te]===void 0&&(q[te]={texture:n.createTexture(),usedTimes:0},o.memory.textures++,U=!0),q[te].usedTimes++;let ae=q[S.__cacheKey];ae!==void 0&&(q[S.__cacheKey].usedTimes--,ae.usedTimes===0&&ue(u)),S.__cacheKey=te,S.__webglTexture=q[te].texture}return U}function gt(S,u,U){return Math.floor(Math.floor(S/U)/u)}function Ft(S,u,U,Z){let te=S.updateRanges;if(te.length===0)t.texSubImage2D(n.TEXTURE_2D,0,0,0,u.width,u.height,U,Z,u.data);else{te.sort((v,W)=>v.start-W.start);let ae=0;for(let v=1;v<te.length;v++){let W=te[ae],G=te[v],re=W.start+W.count,j=gt(G.start,u.width,4),ie=gt(W.start,u.width,4);G.start<=re+1&&j===ie&&gt(G.start+G.count-1,u.width,4)===j?W.count=Math.max(W.count,G.start+G.count-W.start):(++ae,te[ae]=G)}te.length=ae+1;let z=t.getParameter(n.UNPACK_ROW_LENGTH),k=t.getParameter(n.UNPACK_SKIP_PIXELS),ne=t.getParameter(n.UNPACK_SKIP_ROWS);t.pixelStorei(n.UNPACK_ROW_LENGTH,u.width);for(let v=0,W=te.length;v<W;v++){let G=te[v],re=Math.floor(G.start/4),j=Math.ceil(G.count/4),ie=re%u.width,Me=Math.floor(re/u.width),De=j,J=1;t.pixelStorei(n.UNPACK_SKIP_PIXELS,ie),t.pixelStorei(n.UNPACK_SKIP_ROWS,Me),t.texSubImage2D(n.TEXTURE_2D,0,ie,Me,De,J,U,Z,u.data)}S.clearUpdateRanges(),t.pixelStorei(n.UNPACK_ROW_LENGTH,z),t.pixelStorei(n.UNPACK_SKIP_PIXELS,k),t.pixelStorei(n.UNPACK_SKIP_ROWS,ne)}}function at(S,u,U){let Z=n.TEXTURE_2D;(u.isDataArrayTexture||u.isCompressedArrayTexture)&&(Z=n.TEXTURE_2D_ARRAY),u.isData3DTexture&&(Z=n.TEXTURE_3D);let q=Rt(S,u),te=u.source;t.bindTexture(Z,S.__webglTexture,n.TEXTURE0+U);let ae=i.get(te);if(te.version!==ae.__version||q===!0){if(t.activeTexture(n.TEXTURE0+U),(typeof ImageBitmap<"u"&&u.image instanceof ImageBitmap)===!1){let J=we.getPrimaries(we.workingColorSpace),Te=u.colorSpace===Xt?null:we.getPrimaries(u.colorSpace),Le=u.colorSpace===Xt||J===Te?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,u.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,u.premultiplyAlpha),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,Le)}t.pixelStorei(n.UNPACK_ALIGNMENT,u.unpackAlignment);let k=E(u.image,!1,r.maxTextureSize);k=ye(u,k);let ne=s.convert(u.format,u.colorSpace),v=s.convert(u.type),W=N(u.internalFormat,ne,v,u.normalized,u.colorSpace,u.isVideoTexture);ot(Z,u);let G,re=u.mipmaps,j=u.isVideoTexture!==!0,ie=ae.__version===void 0||q===!0,Me=te.dataReady,De=y(u,k);if(u.isDepthTexture)W=x(u.format===xi,u.type),ie&&(j?t.texStorage2D(n.TEXTURE_2D,1,W,k.width,k.height):t.texImage2D(n.TEXTURE_2D,0,W,k.width,k.height,0,ne,v,null));else if(u.isDataTexture)if(re.length>0){j&&ie&&t.texStorage2D(n.TEXTURE_2D,De,W,re[0].width,re[0].height);for(let J=0,Te=re.length;J<Te;J++)G=re[J],j?Me&&t.texSubImage2D(n.TEXTURE_2D,J,0,0,G.width,G.height,ne,v,G.data):t.texImage2D(n.TEXTURE_2D,J,W,G.width,G.height,0,ne,v,G.data);u.generateMipmaps=!1}else j?(ie&&t.texStorage2D(n.TEXTURE_2D,De,W,k.width,k.height),Me&&Ft(u,k,ne,v)):t.texImage2D(n.TEXTURE_2D,0,W,k.width,k.height,0,ne,v,k.data);else if(u.isCompressedTexture)if(u.isCompressedArrayTexture){j&&ie&&t.texStorage3D(n.TEXTURE_2D_ARRAY,De,W,re[0].width,re[0].height,k.depth);for(let J=0,Te=re.length;J<Te;J++)if(G=re[J],u.format!==Ot)if(ne!==null)if(j){if(Me)if(u.layerUpdates.size>0){let Le=Bo(G.width,G.height,u.format,u.type);for(let he of u.layerUpdates){let Ve=G.data.subarray(he*Le/G.data.BYTES_PER_ELEMENT,(he+1)*Le/G.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,J,0,0,he,G.width,G.height,1,ne,Ve)}}else t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,J,0,0,0,G.width,G.height,k.depth,ne,G.data)}else t.compressedTexImage3D(n.TEXTURE_2D_ARRAY,J,W,G.width,G.height,k.depth,0,G.data,0,0);else ge("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else j?Me&&t.texSubImage3D(n.TEXTURE_2D_ARRAY,J,0,0,0,G.width,G.height,k.depth,ne,v,G.data):t.texImage3D(n.TEXTURE_2D_ARRAY,J,W,G.width,G.height,k.depth,0,ne,v,G.data);u.layerUpdates.size>0&&u.clearLayerUpdates()}else{j&&ie&&t.texStorage2D(n.TEXTURE_2D,De,W,re[0].width,re[0].height);for(let J=0,Te=re.length;J<Te;J++)G=re[J],u.format!==Ot?ne!==null?j?Me&&t.compressedTexSubImage2D(n.TEXTURE_2D,J,0,0,G.width,G.height,ne,G.data):t.compressedTexImage2D(n.TEXTURE_2D,J,W,G.width,G.height,0,G.data):ge("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):j?Me&&t.texSubImage2D(n.TEXTURE_2D,J,0,0,G.width,G.height,ne,v,G.data):t.texImage2D(n.TEXTURE_2D,J,W,G.width,G.height,0,ne,v,G.data)}else if(u.isDataArrayTexture)if(j){if(ie&&t.texStorage3D(n.TEXTURE_2D_ARRAY,De,W,k.width,k.height,k.depth),Me)if(u.layerUpdates.size>0){let J=Bo(k.width,k.height,u.format,u.type);for(let Te of u.layerUpdates){let Le=k.data.subarray(Te*J/k.data.BYTES_PER_ELEMENT,(Te+1)*J/k.data.BYTES_PER_ELEMENT);t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,Te,k.width,k.height,1,ne,v,Le)}u.clearLayerUpdates()}else t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,0,k.width,k.height,k.depth,ne,v,k.data)}else t.texImage3D(n.TEXTURE_2D_ARRAY,0,W,k.width,k.height,k.depth,0,ne,v,k.data);else if(u.isData3DTexture)j?(ie&&t.texStorage3D(n.TEXTURE_3D,De,W,k.width,k.height,k.depth),Me&&t.texSubImage3D(n.TEXTURE_3D,0,0,0,0,k.width,k.height,k.depth,ne,v,k.data)):t.texImage3D(n.TEXTURE_3D,0,W,k.width,k.height,k.depth,0,ne,v,k.data);else if(u.isFramebufferTexture){if(ie)if(j)t.texStorage2D(n.TEXTURE_2D,De,W,k.width,k.height);else{let J=k.width,Te=k.height;for(let Le=0;Le<De;Le++)t.texImage2D(n.TEXTURE_2D,Le,W,J,Te,0,ne,v,null),J>>=1,Te>>=1}}else if(u.isHTMLTexture){if("texElementImage2D"in n){let J=n.canvas;if(J.hasAttribute("layoutsubtree")||J.setAttribute("layoutsubtree","true"),k.parentNode!==J){J.appendChild(k),m.add(u),J.onpaint=Te=>{let Le=Te.changedElements;for(let he of m)Le.includes(he.image)&&(he.needsUpdate=!0)},J.requestPaint();return}if(n.texElementImage2D.length===3)n.texElementImage2D(n.TEXTURE_2D,n.RGBA8,k);else{let Le=n.RGBA,he=n.RGBA,Ve=n.UNSIGNED_BYTE;n.texElementImage2D(n.TEXTURE_2D,0,Le,he,Ve,k)}n.texParameteri(n.TEXTURE_2D,n.TEXTURE_MIN_FILTER,n.LINEAR),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_S,n.CLAMP_TO_EDGE),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_T,n.CLAMP_TO_EDGE)}}else if(re.length>0){if(j&&ie){let J=be(re[0]);t.texStorage2D(n.TEXTURE_2D,De,W,J.width,J.height)}for(let J=0,Te=re.length;J<Te;J++)G=re[J],j?Me&&t.texSubImage2D(n.TEXTURE_2D,J,0,0,ne,v,G):t.texImage2D(n.TEXTURE_2D,J,W,ne,v,G);u.generateMipmaps=!1}else if(j){if(ie){let J=be(k);t.texStorage2D(n.TEXTURE_2D,De,W,J.width,J.height)}Me&&t.texSubImage2D(n.TEXTURE_2D,0,0,0,ne,v,k)}else t.texImage2D(n.TEXTURE_2D,0,W,ne,v,k);R(u)&&u.mipmapsAutoUpdate===!0&&A(Z),ae.__version=te.version,u.onUpdate&&u.onUpdate(u)}S.__version=u.version}function Dt(S,u,U){if(u.image.length!==6)return;let Z=Rt(S,u),q=u.source;t.bindTexture(n.TEXTURE_CUBE_MAP,S.__webglTexture,n.TEXTURE0+U);let te=i.get(q);if(q.version!==te.__version||Z===!0){t.activeTexture(n.TEXTURE0+U);let ae=we.getPrimaries(we.workingColorSpace),z=u.colorSpace===Xt?null:we.getPrimaries(u.colorSpace),k=u.colorSpace===Xt||ae===z?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,u.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,u.premultiplyAlpha),t.pixelStorei(n.UNPACK_ALIGNMENT,u.unpackAlignment),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,k);let ne=u.isCompressedTexture||u.image[0].isCompressedTexture,v=u.image[0]&&u.image[0].isDataTexture,W=[];for(let he=0;he<6;he++)!ne&&!v?W[he]=E(u.image[he],!0,r.maxCubemapSize):W[he]=v?u.image[he].image:u.image[he],W[he]=ye(u,W[he]);let G=W[0],re=s.convert(u.format,u.colorSpace),j=s.convert(u.type),ie=N(u.internalFormat,re,j,u.normalized,u.colorSpace),Me=u.isVideoTexture!==!0,De=te.__version===void 0||Z===!0,J=q.dataReady,Te=y(u,G);ot(n.TEXTURE_CUBE_MAP,u);let Le;if(u.isDepthTexture){if(ie=x(u.format===xi,u.type),De)if(Me)t.texStorage2D(n.TEXTURE_CUBE_MAP,1,ie,G.width,G.height);else for(let he=0;he<6;he++)t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,0,ie,G.width,G.height,0,re,j,null)}else if(ne){Me&&De&&t.texStorage2D(n.TEXTURE_CUBE_MAP,Te,ie,G.width,G.height);for(let he=0;he<6;he++){Le=W[he].mipmaps;for(let Ve=0;Ve<Le.length;Ve++){let ut=Le[Ve];u.format!==Ot?re!==null?Me?J&&t.compressedTexSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,Ve,0,0,ut.width,ut.height,re,ut.data):t.compressedTexImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,Ve,ie,ut.width,ut.height,0,ut.data):ge("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Me?J&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,Ve,0,0,ut.width,ut.height,re,j,ut.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,Ve,ie,ut.width,ut.height,0,re,j,ut.data)}}}else{if(Le=u.mipmaps,Me&&De){Le.length>0&&Te++;let he=be(W[0]);t.texStorage2D(n.TEXTURE_CUBE_MAP,Te,ie,he.width,he.height)}for(let he=0;he<6;he++)if(v){Me?J&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,0,0,0,W[he].width,W[he].height,re,j,W[he].data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,0,ie,W[he].width,W[he].height,0,re,j,W[he].data);for(let Ve=0;Ve<Le.length;Ve++){let vi=Le[Ve].image[he].image;Me?J&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,Ve+1,0,0,vi.width,vi.height,re,j,vi.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,Ve+1,ie,vi.width,vi.height,0,re,j,vi.data)}}else{Me?J&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,0,0,0,re,j,W[he]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,0,ie,re,j,W[he]);for(let Ve=0;Ve<Le.length;Ve++){let ut=Le[Ve];Me?J&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,Ve+1,0,0,re,j,ut.image[he]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+he,Ve+1,ie,re,j,ut.image[he])}}}R(u)&&u.mipmapsAutoUpdate===!0&&A(n.TEXTURE_CUBE_MAP),te.__version=q.version,u.onUpdate&&u.onUpdate(u)}S.__version=u.version}function et(S,u,U,Z,q,te){let ae=s.convert(U.format,U.colorSpace),z=s.convert(U.type),k=N(U.internalFormat,ae,z,U.normalized,U.colorSpace),ne=i.get(u),v=i.get(U);if(v.__renderTarget=u,!ne.__hasExternalTextures){let W=Math.max(1,u.width>>te),G=Math.max(1,u.height>>te);q===n.TEXTURE_3D||q===n.TEXTURE_2D_ARRAY?t.texImage3D(q,te,k,W,G,u.depth,0,ae,z,null):t.texImage2D(q,te,k,W,G,0,ae,z,null)}t.bindFramebuffer(n.FRAMEBUFFER,S),ce(u)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,Z,q,v.__webglTexture,0,Qe(u)):(q===n.TEXTURE_2D||q>=n.TEXTURE_CUBE_MAP_POSITIVE_X&&q<=n.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&n.framebufferTexture2D(n.FRAMEBUFFER,Z,q,v.__webglTexture,te),t.bindFramebuffer(n.FRAMEBUFFER,null)}function ri(S,u,U){if(n.bindRenderbuffer(n.RENDERBUFFER,S),u.depthBuffer){let Z=u.depthTexture,q=Z&&Z.isDepthTexture?Z.type:null,te=x(u.stencilBuffer,q),ae=u.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;ce(u)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,Qe(u),te,u.width,u.height):U?n.renderbufferStorageMultisample(n.RENDERBUFFER,Qe(u),te,u.width,u.height):n.renderbufferStorage(n.RENDERBUFFER,te,u.width,u.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,ae,n.RENDERBUFFER,S)}else{let Z=u.textures;for(let q=0;q<Z.length;q++){let te=Z[q],ae=s.convert(te.format,te.colorSpace),z=s.convert(te.type),k=N(te.internalFormat,ae,z,te.normalized,te.colorSpace);ce(u)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,Qe(u),k,u.width,u.height):U?n.renderbufferStorageMultisample(n.RENDERBUFFER,Qe(u),k,u.width,u.height):n.renderbufferStorage(n.RENDERBUFFER,k,u.width,u.height)}}n.bindRenderbuffer(n.RENDERBUFFER,null)}function ht(S,u,U){let Z=u.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(n.FRAMEBUFFER,S),!(u.depthTexture&&u.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let q=i.get(u.depthTexture);q.__renderTarget=u;let te=Z?u.depthTexture.image[0]:u.depthTexture.image;(!q.__webglTexture||te.width!==u.width||te.height!==u.height)&&(te.width=u.width,te.height=u.height,u.depthTexture.needsUpdate=!0),Z?Ee(u.depthTexture,0):Je(u.depthTexture,0);let ae=q.__webglTexture,z=Qe(u),k=Z?n.TEXTURE_CUBE_MAP_POSITIVE_X+U:n.TEXTURE_2D,ne=u.depthTexture.format===xi?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;if(u.depthTexture.format===gi)ce(u)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,ne,k,ae,0,z):n.framebufferTexture2D(n.FRAMEBUFFER,ne,k,ae,0);else if(u.depthTexture.format===xi)ce(u)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,ne,k,ae,0,z):n.framebufferTexture2D(n.FRAMEBUFFER,ne,k,ae,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function Ht(S){let u=i.get(S),U=S.isWebGLCubeRenderTarget===!0;if(u.__boundDepthTexture!==S.depthTexture){let Z=S.depthTexture;if(u.__depthDisposeCallback&&u.__depthDisposeCallback(),Z){let q=()=>{delete u.__boundDepthTexture,delete u.__depthDisposeCallback,Z.removeEventListener("dispose",q)};Z.addEventListener("dispose",q),u.__depthDisposeCallback=q}u.__boundDepthTexture=Z}if(S.depthTexture&&!u.__autoAllocateDepthBuffer)if(U)for(let Z=0;Z<6;Z++)ht(u.__webglFramebuffer[Z],S,Z);else S.texture.mipmaps.length>0?ht(u.__webglFramebuffer[0],S,0):ht(u.__webglFramebuffer,S,0);else if(U){u.__webglDepthbuffer=[];for(let Z=0;Z<6;Z++)if(t.bindFramebuffer(n.FRAMEBUFFER,u.__webglFramebuffer[Z]),u.__webglDepthbuffer[Z]===void 0)u.__webglDepthbuffer[Z]=n.createRenderbuffer(),ri(u.__webglDepthbuffer[Z],S,!1);else{let q=S.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,te=u.__webglDepthbuffer[Z];n.bindRenderbuffer(n.RENDERBUFFER,te),n.framebufferRenderbuffer(n.FRAMEBUFFER,q,n.RENDERBUFFER,te)}}else if(S.texture.mipmaps.length>0?t.bindFramebuffer(n.FRAMEBUFFER,u.__webglFramebuffer[0]):t.bindFramebuffer(n.FRAMEBUFFER,u.__webglFramebuffer),u.__webglDepthbuffer===void 0)u.__webglDepthbuffer=n.createRenderbuffer(),ri(u.__webglDepthbuffer,S,!1);else{let q=S.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,te=u.__webglDepthbuffer;n.bindRenderbuffer(n.RENDERBUFFER,te),n.framebufferRenderbuffer(n.FRAMEBUFFER,q,n.RENDERBUFFER,te)}t.bindFramebuffer(n.FRAMEBUFFER,null)}function kt(S,u,U){let Z=i.get(S);u!==void 0&&et(Z.__webglFramebuffer,S,S.texture,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,0),U!==void 0&&Ht(S)}function Vt(S){let u=S.texture,U=i.get(S),Z=i.get(u);S.addEventListener("dispose",H),V(S);let q=S.textures,te=S.isWebGLCubeRenderTarget===!0,ae=q.length>1;if(ae||(Z.__webglTexture===void 0&&(Z.__webglTexture=n.createTexture()),Z.__version=u.version,o.memory.textures++),te){U.__webglFramebuffer=[];for(let z=0;z<6;z++)if(u.mipmaps.length>0){U.__webglFramebuffer[z]=[];for(let k=0;k<u.mipmaps.length;k++)U.__webglFramebuffer[z][k]=n.createFramebuffer()}else U.__webglFramebuffer[z]=n.createFramebuffer()}else{if(u.mipmaps.length>0){U.__webglFramebuffer=[];for(let z=0;z<u.mipmaps.length;z++)U.__webglFramebuffer[z]=n.createFramebuffer()}else U.__webglFramebuffer=n.createFramebuffer();if(ae)for(let z=0,k=q.length;z<k;z++){let ne=i.get(q[z]);ne.__webglTexture===void 0&&(ne.__webglTexture=n.createTexture(),o.memory.textures++)}if(S.samples>0&&ce(S)===!1){U.__webglMultisampledFramebuffer=n.createFramebuffer(),U.__webglColorRenderbuffer=[],t.bindFramebuffer(n.FRAMEBUFFER,U.__webglMultisampledFramebuffer);for(let z=0;z<q.length;z++){let k=q[z];U.__webglColorRenderbuffer[z]=n.createRenderbuffer(),n.bindRenderbuffer(n.RENDERBUFFER,U.__webglColorRenderbuffer[z]);let ne=s.convert(k.format,k.colorSpace),v=s.convert(k.type),W=N(k.internalFormat,ne,v,k.normalized,k.colorSpace,S.isXRRenderTarget===!0),G=Qe(S);n.renderbufferStorageMultisample(n.RENDERBUFFER,G,W,S.width,S.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+z,n.RENDERBUFFER,U.__webglColorRenderbuffer[z])}n.bindRenderbuffer(n.RENDERBUFFER,null),S.depthBuffer&&(U.__webglDepthRenderbuffer=n.createRenderbuffer(),ri(U.__webglDepthRenderbuffer,S,!0)),t.bindFramebuffer(n.FRAMEBUFFER,null)}}if(te){t.bindTexture(n.TEXTURE_CUBE_MAP,Z.__webglTexture),ot(n.TEXTURE_CUBE_MAP,u);for(let z=0;z<6;z++)if(u.mipmaps.length>0)for(let k=0;k<u.mipmaps.length;k++)et(U.__webglFramebuffer[z][k],S,u,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+z,k);else et(U.__webglFramebuffer[z],S,u,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+z,0);R(u)?A(n.TEXTURE_CUBE_MAP):u.mipmaps.length>0&&n.texParameteri(n.TEXTURE_CUBE_MAP,n.TEXTURE_MAX_LEVEL,u.mipmaps.length-1),t.unbindTexture()}else if(ae){for(let z=0,k=q.length;z<k;z++){let ne=q[z],v=i.get(ne),W=n.TEXTURE_2D;(S.isWebGL3DRenderTarget||S.isWebGLArrayRenderTarget)&&(W=S.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(W,v.__webglTexture),ot(W,ne),et(U.__webglFramebuffer,S,ne,n.COLOR_ATTACHMENT0+z,W,0),R(ne)&&A(W)}t.unbindTexture()}else{let z=n.TEXTURE_2D;if((S.isWebGL3DRenderTarget||S.isWebGLArrayRenderTarget)&&(z=S.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(z,Z.__webglTexture),ot(z,u),u.mipmaps.length>0)for(let k=0;k<u.mipmaps.length;k++)et(U.__webglFramebuffer[k],S,u,n.COLOR_ATTACHMENT0,z,k);else et(U.__webglFramebuffer,S,u,n.COLOR_ATTACHMENT0,z,0);R(u)?A(z):u.mipmaps.length>0&&n.texParameteri(z,n.TEXTURE_MAX_LEVEL,u.mipmaps.length-1),t.unbindTexture()}S.depthBuffer&&Ht(S)}function C(S){let u=S.textures;for(let U=0,Z=u.length;U<Z;U++){let q=u[U];if(R(q)&&q.mipmapsAutoUpdate===!0){let te=w(S),ae=i.get(q).__webglTexture;t.bindTexture(te,ae),A(te),t.unbindTexture()}}}let Wt=[];function $e(S){if(S.samples>0){if(ce(S)===!1){let u=S.textures,U=S.width,Z=S.height,q=n.COLOR_BUFFER_BIT,te=S.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,ae=i.get(S),z=u.length>1;if(z)for(let ne=0;ne<u.length;ne++)t.bindFramebuffer(n.FRAMEBUFFER,ae.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+ne,n.RENDERBUFFER,null),t.bindFramebuffer(n.FRAMEBUFFER,ae.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+ne,n.TEXTURE_2D,null,0);t.bindFramebuffer(n.READ_FRAMEBUFFER,ae.__webglMultisampledFramebuffer),S.texture.mipmaps.length>0?t.bindFramebuffer(n.DRAW_FRAMEBUFFER,ae.__webglFramebuffer[0]):t.bindFramebuffer(n.DRAW_FRAMEBUFFER,ae.__webglFramebuffer);for(let ne=0;ne<u.length;ne++){if(S.resolveDepthBuffer&&(S.depthBuffer&&(q|=n.DEPTH_BUFFER_BIT),S.stencilBuffer&&S.resolveStencilBuffer&&(q|=n.STENCIL_BUFFER_BIT)),z){n.framebufferRenderbuffer(n.READ_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.RENDERBUFFER,ae.__webglColorRenderbuffer[ne]);let v=i.get(u[ne]).__webglTexture;n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,v,0)}n.blitFramebuffer(0,0,U,Z,0,0,U,Z,q,n.NEAREST),c===!0&&(Wt.length=0,Wt.push(n.COLOR_ATTACHMENT0+ne),S.depthBuffer&&S.storeMultisampledDepthBuffer===!1&&Wt.push(te),n.invalidateFramebuffer(n.READ_FRAMEBUFFER,Wt))}if(t.bindFramebuffer(n.READ_FRAMEBUFFER,null),t.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),z)for(let ne=0;ne<u.length;ne++){t.bindFramebuffer(n.FRAMEBUFFER,ae.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+ne,n.RENDERBUFFER,ae.__webglColorRenderbuffer[ne]);let v=i.get(u[ne]).__webglTexture;t.bindFramebuffer(n.FRAMEBUFFER,ae.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+ne,n.TEXTURE_2D,v,0)}t.bindFramebuffer(n.DRAW_FRAMEBUFFER,ae.__webglMultisampledFramebuffer)}else if(S.depthBuffer&&S.storeMultisampledDepthBuffer===!1&&c){let u=S.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;n.invalidateFramebuffer(n.DRAW_FRAMEBUFFER,[u])}}}function Qe(S){return Math.min(r.maxSamples,S.samples)}function ce(S){let u=i.get(S);return S.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&u.__useRenderToTexture!==!1}function lt(S){let u=o.render.frame;h.get(S)!==u&&(h.set(S,u),S.update())}function ye(S,u){let U=S.colorSpace,Z=S.format,q=S.type;return S.isCompressedTexture===!0||S.isVideoTexture===!0||U!==yr&&U!==Xt&&(we.getTransfer(U)===Ge?(Z!==Ot||q!==pt)&&ge("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Ie("WebGLTextures: Unsupported texture color space:",U)),u}function be(S){return typeof HTMLImageElement<"u"&&S instanceof HTMLImageElement?(l.width=S.naturalWidth||S.width,l.height=S.naturalHeight||S.height):typeof VideoFrame<"u"&&S instanceof VideoFrame?(l.width=S.displayWidth,l.height=S.displayHeight):(l.width=S.width,l.height=S.height),l}this.allocateTextureUnit=Fe,this.resetTextureUnits=K,this.getTextureUnits=Q,this.setTextureUnits=ve,this.setTexture2D=Je,this.setTexture2DArray=Ze,this.setTexture3D=We,this.setTextureCube=Ee,this.rebindTextures=kt,this.setupRenderTarget=Vt,this.updateRenderTargetMipmap=C,this.updateMultisampleRenderTarget=$e,this.setupDepthRenderbuffer=Ht,this.setupFrameBufferTexture=et,this.useMultisampledRTT=ce,this.dispose=Y}function Oh(n,e){function t(i,r=Xt){let s,o=we.getTransfer(r);if(i===pt)return n.UNSIGNED_BYTE;if(i===sn)return n.UNSIGNED_SHORT_4_4_4_4;if(i===on)return n.UNSIGNED_SHORT_5_5_5_1;if(i===Jr)return n.UNSIGNED_INT_5_9_9_9_REV;if(i===$r)return n.UNSIGNED_INT_10F_11F_11F_REV;if(i===Kr)return n.BYTE;if(i===Zr)return n.SHORT;if(i===_i)return n.UNSIGNED_SHORT;if(i===rn)return n.INT;if(i===Nt)return n.UNSIGNED_INT;if(i===wt)return n.FLOAT;if(i===Li)return n.HALF_FLOAT;if(i===Qr)return n.ALPHA;if(i===jr)return n.RGB;if(i===Ot)return n.RGBA;if(i===gi)return n.DEPTH_COMPONENT;if(i===xi)return n.DEPTH_STENCIL;if(i===es)return n.RED;if(i===an)return n.RED_INTEGER;if(i===Pi)return n.RG;if(i===ln)return n.RG_INTEGER;if(i===cn)return n.RGBA_INTEGER;if(i===fn||i===hn||i===un||i===dn)if(o===Ge)if(s=e.get("WEBGL_compressed_texture_s3tc_srgb"),s!==null){if(i===fn)return s.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(i===hn)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(i===un)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(i===dn)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(s=e.get("WEBGL_compressed_texture_s3tc"),s!==null){if(i===fn)return s.COMPRESSED_RGB_S3TC_DXT1_EXT;if(i===hn)return s.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(i===un)return s.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(i===dn)return s.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(i===Yn||i===Kn||i===Zn||i===Jn)if(s=e.get("WEBGL_compressed_texture_pvrtc"),s!==null){if(i===Yn)return s.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(i===Kn)return s.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(i===Zn)return s.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(i===Jn)return s.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(i===$n||i===Qn||i===jn||i===er||i===tr||i===Wi||i===ir)if(s=e.get("WEBGL_compressed_texture_etc"),s!==null){if(i===$n||i===Qn)return o===Ge?s.COMPRESSED_SRGB8_ETC2:s.COMPRESSED_RGB8_ETC2;if(i===jn)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:s.COMPRESSED_RGBA8_ETC2_EAC;if(i===er)return s.COMPRESSED_R11_EAC;if(i===tr)return s.COMPRESSED_SIGNED_R11_EAC;if(i===Wi)return s.COMPRESSED_RG11_EAC;if(i===ir)return s.COMPRESSED_SIGNED_RG11_EAC}else return null;if(i===nr||i===rr||i===sr||i===or||i===ar||i===lr||i===cr||i===fr||i===hr||i===ur||i===dr||i===pr||i===mr||i===_r)if(s=e.get("WEBGL_compressed_texture_astc"),s!==null){if(i===nr)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:s.COMPRESSED_RGBA_ASTC_4x4_KHR;if(i===rr)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:s.COMPRESSED_RGBA_ASTC_5x4_KHR;if(i===sr)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:s.COMPRESSED_RGBA_ASTC_5x5_KHR;if(i===or)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:s.COMPRESSED_RGBA_ASTC_6x5_KHR;if(i===ar)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:s.COMPRESSED_RGBA_ASTC_6x6_KHR;if(i===lr)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:s.COMPRESSED_RGBA_ASTC_8x5_KHR;if(i===cr)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:s.COMPRESSED_RGBA_ASTC_8x6_KHR;if(i===fr)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:s.COMPRESSED_RGBA_ASTC_8x8_KHR;if(i===hr)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:s.COMPRESSED_RGBA_ASTC_10x5_KHR;if(i===ur)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:s.COMPRESSED_RGBA_ASTC_10x6_KHR;if(i===dr)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:s.COMPRESSED_RGBA_ASTC_10x8_KHR;if(i===pr)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:s.COMPRESSED_RGBA_ASTC_10x10_KHR;if(i===mr)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:s.COMPRESSED_RGBA_ASTC_12x10_KHR;if(i===_r)return o===Ge?s.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:s.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(i===gr||i===xr||i===Mr)if(s=e.get("EXT_texture_compression_bptc"),s!==null){if(i===gr)return o===Ge?s.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:s.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(i===xr)return s.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(i===Mr)return s.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(i===Sr||i===Er||i===Xi||i===Tr)if(s=e.get("EXT_texture_compression_rgtc"),s!==null){if(i===Sr)return s.COMPRESSED_RED_RGTC1_EXT;if(i===Er)return s.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(i===Xi)return s.COMPRESSED_RED_GREEN_RGTC2_EXT;if(i===Tr)return s.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return i===Vi?n.UNSIGNED_INT_24_8:n[i]!==void 0?n[i]:null}return{convert:t}}var js=class{constructor(){io(this,"enabled",!1);io(this,"isPresenting",!1)}addEventListener(){}removeEventListener(){}dispose(){}setAnimationLoop(){}getEnvironmentBlendMode(){return"opaque"}};var Hd=new Be,Bh=new Se;Bh.set(-1,0,0,0,1,0,0,0,1);function Gh(n,e){function t(d,f){d.matrixAutoUpdate===!0&&d.updateMatrix(),f.value.copy(d.matrix)}function i(d,f){f.color.getRGB(d.fogColor.value,ks(n)),f.isFog?(d.fogNear.value=f.near,d.fogFar.value=f.far):f.isFogExp2&&(d.fogDensity.value=f.density)}function r(d,f,E,R,A){f.isNodeMaterial?f.uniformsNeedUpdate=!1:f.isMeshBasicMaterial?s(d,f):f.isMeshLambertMaterial?(s(d,f),f.envMap&&(d.envMapIntensity.value=f.envMapIntensity)):f.isMeshToonMaterial?(s(d,f),m(d,f)):f.isMeshPhongMaterial?(s(d,f),h(d,f),f.envMap&&(d.envMapIntensity.value=f.envMapIntensity)):f.isMeshStandardMaterial?(s(d,f),_(d,f),f.isMeshPhysicalMaterial&&g(d,f,A)):f.isMeshMatcapMaterial?(s(d,f),M(d,f)):f.isMeshDepthMaterial?s(d,f):f.isMeshDistanceMaterial?(s(d,f),T(d,f)):f.isMeshNormalMaterial?s(d,f):f.isLineBasicMaterial?(o(d,f),f.isLineDashedMaterial&&a(d,f)):f.isPointsMaterial?c(d,f,E,R):f.isSpriteMaterial?l(d,f):f.isShadowMaterial?(d.color.value.copy(f.color),d.opacity.value=f.opacity):f.isShaderMaterial&&(f.uniformsNeedUpdate=!1)}function s(d,f){d.opacity.value=f.opacity,f.color&&d.diffuse.value.copy(f.color),f.emissive&&d.emissive.value.copy(f.emissive).multiplyScalar(f.emissiveIntensity),f.map&&(d.map.value=f.map,t(f.map,d.mapTransform)),f.alphaMap&&(d.alphaMap.value=f.alphaMap,t(f.alphaMap,d.alphaMapTransform)),f.bumpMap&&(d.bumpMap.value=f.bumpMap,t(f.bumpMap,d.bumpMapTransform),d.bumpScale.value=f.bumpScale,f.side===Tt&&(d.bumpScale.value*=-1)),f.normalMap&&(d.normalMap.value=f.normalMap,t(f.normalMap,d.normalMapTransform),d.normalScale.value.copy(f.normalScale),f.side===Tt&&d.normalScale.value.negate()),f.displacementMap&&(d.displacementMap.value=f.displacementMap,t(f.displacementMap,d.displacementMapTransform),d.displacementScale.value=f.displacementScale,d.displacementBias.value=f.displacementBias),f.emissiveMap&&(d.emissiveMap.value=f.emissiveMap,t(f.emissiveMap,d.emissiveMapTransform)),f.specularMap&&(d.specularMap.value=f.specularMap,t(f.specularMap,d.specularMapTransform)),f.alphaTest>0&&(d.alphaTest.value=f.alphaTest);let E=e.get(f),R=E.envMap,A=E.envMapRotation;R&&(d.envMap.value=R,d.envMapRotation.value.setFromMatrix4(Hd.makeRotationFromEuler(A)).transpose(),R.isCubeTexture&&R.isRenderTargetTexture===!1&&d.envMapRotation.value.premultiply(Bh),d.reflectivity.value=f.reflectivity,d.ior.value=f.ior,d.refractionRatio.value=f.refractionRatio),f.lightMap&&(d.lightMap.value=f.lightMap,d.lightMapIntensity.value=f.lightMapIntensity,t(f.lightMap,d.lightMapTransform)),f.aoMap&&(d.aoMap.value=f.aoMap,d.aoMapIntensity.value=f.aoMapIntensity,t(f.aoMap,d.aoMapTransform))}function o(d,f){d.diffuse.value.copy(f.color),d.opacity.value=f.opacity,f.map&&(d.map.value=f.map,t(f.map,d.mapTransform))}function a(d,f){d.dashSize.value=f.dashSize,d.totalSize.value=f.dashSize+f.gapSize,d.scale.value=f.scale}function c(d,f,E,R){d.diffuse.value.copy(f.color),d.opacity.value=f.opacity,d.size.value=f.size*E,d.scale.value=R*.5,f.map&&(d.map.value=f.map,t(f.map,d.uvTransform)),f.alphaMap&&(d.alphaMap.value=f.alphaMap,t(f.alphaMap,d.alphaMapTransform)),f.alphaTest>0&&(d.alphaTest.value=f.alphaTest)}function l(d,f){d.diffuse.value.copy(f.color),d.opacity.value=f.opacity,d.rotation.value=f.rotation,f.map&&(d.map.value=f.map,t(f.map,d.mapTransform)),f.alphaMap&&(d.alphaMap.value=f.alphaMap,t(f.alphaMap,d.alphaMapTransform)),f.alphaTest>0&&(d.alphaTest.value=f.alphaTest)}function h(d,f){d.specular.value.copy(f.specular),d.shininess.value=Math.max(f.shininess,1e-4)}function m(d,f){f.gradientMap&&(d.gradientMap.value=f.gradientMap)}function _(d,f){d.metalness.value=f.metalness,f.metalnessMap&&(d.metalnessMap.value=f.metalnessMap,t(f.metalnessMap,d.metalnessMapTransform)),d.roughness.value=f.roughness,f.roughnessMap&&(d.roughnessMap.value=f.roughnessMap,t(f.roughnessMap,d.roughnessMapTransform)),f.envMap&&(d.envMapIntensity.value=f.envMapIntensity)}function g(d,f,E){d.ior.value=f.ior,f.diffuseRoughness>0&&(d.diffuseRoughness.value=f.diffuseRoughness,f.diffuseRoughnessMap&&(d.diffuseRoughnessMap.value=f.diffuseRoughnessMap,t(f.diffuseRoughnessMap,d.diffuseRoughnessMapTransform))),f.sheen>0&&(d.sheenColor.value.copy(f.sheenColor).multiplyScalar(f.sheen),d.sheenRoughness.value=f.sheenRoughness,f.sheenColorMap&&(d.sheenColorMap.value=f.sheenColorMap,t(f.sheenColorMap,d.sheenColorMapTransform)),f.sheenRoughnessMap&&(d.sheenRoughnessMap.value=f.sheenRoughnessMap,t(f.sheenRoughnessMap,d.sheenRoughnessMapTransform))),f.clearcoat>0&&(d.clearcoat.value=f.clearcoat,d.clearcoatRoughness.value=f.clearcoatRoughness,f.clearcoatMap&&(d.clearcoatMap.value=f.clearcoatMap,t(f.clearcoatMap,d.clearcoatMapTransform)),f.clearcoatRoughnessMap&&(d.clearcoatRoughnessMap.value=f.clearcoatRoughnessMap,t(f.clearcoatRoughnessMap,d.clearcoatRoughnessMapTransform)),f.clearcoatNormalMap&&(d.clearcoatNormalMap.value=f.clearcoatNormalMap,t(f.clearcoatNormalMap,d.clearcoatNormalMapTransform),d.clearcoatNormalScale.value.copy(f.clearcoatNormalScale),f.side===Tt&&d.clearcoatNormalScale.value.negate())),f.dispersion>0&&(d.dispersion.value=f.dispersion),f.retroreflectivity>0&&(d.retroreflectivity.value=f.retroreflectivity),f.iridescence>0&&(d.iridescence.value=f.iridescence,d.iridescenceIOR.value=f.iridescenceIOR,d.iridescenceThicknessMinimum.value=f.iridescenceThicknessMinimum,d.iridescenceThicknessMaximum.value=f.iridescenceThicknessMaximum,f.iridescenceMap&&(d.iridescenceMap.value=f.iridescenceMap,t(f.iridescenceMap,d.iridescenceMapTransform)),f.iridescenceThicknessMap&&(d.iridescenceThicknessMap.value=f.iridescenceThicknessMap,t(f.iridescenceThicknessMap,d.iridescenceThicknessMapTransform))),f.transmission>0&&(d.transmission.value=f.transmission,d.transmissionSamplerMap.value=E.texture,d.transmissionSamplerSize.value.set(E.width,E.height),f.transmissionMap&&(d.transmissionMap.value=f.transmissionMap,t(f.transmissionMap,d.transmissionMapTransform)),d.thickness.value=f.thickness,f.thicknessMap&&(d.thicknessMap.value=f.thicknessMap,t(f.thicknessMap,d.thicknessMapTransform)),d.attenuationDistance.value=f.attenuationDistance,d.attenuationColor.value.copy(f.attenuationColor)),f.anisotropy>0&&(d.anisotropyVector.value.set(f.anisotropy*Math.cos(f.anisotropyRotation),f.anisotropy*Math.sin(f.anisotropyRotation)),f.anisotropyMap&&(d.anisotropyMap.value=f.anisotropyMap,t(f.anisotropyMap,d.anisotropyMapTransform))),d.specularIntensity.value=f.specularIntensity,d.specularColor.value.copy(f.specularColor),f.specularColorMap&&(d.specularColorMap.value=f.specularColorMap,t(f.specularColorMap,d.specularColorMapTransform)),f.specularIntensityMap&&(d.specularIntensityMap.value=f.specularIntensityMap,t(f.specularIntensityMap,d.specularIntensityMapTransform))}function M(d,f){f.matcap&&(d.matcap.value=f.matcap)}function T(d,f){let E=e.get(f).light;d.referencePosition.value.setFromMatrixPosition(E.matrixWorld),d.nearDistance.value=E.shadow.camera.near,d.farDistance.value=E.shadow.camera.far}return{refreshFogUniforms:i,refreshMaterialUniforms:r}}function zh(n,e,t,i){let r={},s={};function o(E,R){let A=R.program;i.uniformBlockBinding(E,A,r[E.id])}function a(E,R){let A=r[E.id];A===void 0&&(M(E),A=c(E),r[E.id]=A,E.addEventListener("dispose",d));let w=R.program;i.updateUBOMapping(E,w);let N=e.render.frame;s[E.id]!==N&&(l(E),s[E.id]=N)}function c(E){let R=n.createBuffer(),A=E.__size,w=E.usage;return n.bindBuffer(n.UNIFORM_BUFFER,R),n.bufferData(n.UNIFORM_BUFFER,A,w),n.bindBuffer(n.UNIFORM_BUFFER,null),R}function l(E){let R=r[E.id],A=E.uniforms,w=E.__cache;n.bindBuffer(n.UNIFORM_BUFFER,R);for(let N=0,x=A.length;N<x;N++){let y=A[N];if(Array.isArray(y))for(let V=0,B=y.length;V<B;V++)h(y[V],N,V,w);else h(y,N,0,w)}n.bindBuffer(n.UNIFORM_BUFFER,null)}function h(E,R,A,w){if(_(E,R,A,w)===!0){let N=E.__offset,x=E.value;if(Array.isArray(x)){let y=0;for(let V=0;V<x.length;V++){let B=x[V],F=T(B,!0);m(B,E.__data,y),y+=F.storage/Float32Array.BYTES_PER_ELEMENT}}else m(x,E.__data,0);n.bufferSubData(n.UNIFORM_BUFFER,N,E.__data)}}function m(E,R,A){typeof E=="number"||typeof E=="boolean"?R[A]=E:E.isMatrix3?(R[A]=E.elements[0],R[A+1]=E.elements[1],R[A+2]=E.elements[2],R[A+3]=0,R[A+4]=E.elements[3],R[A+5]=E.elements[4],R[A+6]=E.elements[5],R[A+7]=0,R[A+8]=E.elements[6],R[A+9]=E.elements[7],R[A+10]=E.elements[8],R[A+11]=0):ArrayBuffer.isView(E)?R.set(E.subarray(0,R.length-A),A):E.toArray(R,A)}function _(E,R,A,w){let N=E.value,x=R+"_"+A;if(Array.isArray(N)){w[x]===void 0&&(w[x]=[]);let y=w[x],V=!1;for(let B=0;B<N.length;B++)g(N[B],y,B)===!0&&(V=!0);return V}return g(N,w,x)}function g(E,R,A){if(R[A]===void 0)return typeof E=="number"||typeof E=="boolean"?R[A]=E:ArrayBuffer.isView(E)?R[A]=E.slice():R[A]=E.clone(),!0;{let w=R[A];if(typeof E=="number"||typeof E=="boolean"){if(w!==E)return R[A]=E,!0}else{if(ArrayBuffer.isView(E))return!0;if(w.equals(E)===!1)return w.copy(E),!0}}return!1}function M(E){let R=E.uniforms,A=0,w=16;for(let x=0,y=R.length;x<y;x++){let V=Array.isArray(R[x])?R[x]:[R[x]];for(let B=0,F=V.length;B<F;B++){let H=V[B],$=Array.isArray(H.value)?H.value:[H.value],L=Array.isArray(R[x])||Array.isArray(H.value),Y=A;for(let ue=0,se=$.length;ue<se;ue++){let X=$[ue],K=T(X,L),Q=A%w,ve=Q%K.boundary,Fe=Q+ve;A+=ve,Fe!==0&&w-Fe<K.storage&&(A+=w-Fe),ue===0&&(Y=A),A+=K.storage}let ee=H.type==="int"?Int32Array:H.type==="uint"?Uint32Array:Float32Array;H.__data=new ee((A-Y)/Float32Array.BYTES_PER_ELEMENT),H.__offset=Y}}let N=A%w;return N>0&&(A+=w-N),E.__size=A,E.__cache={},this}function T(E,R){let A={boundary:0,storage:0};return typeof E=="number"||typeof E=="boolean"?(A.boundary=4,A.storage=4):E.isVector2?(A.boundary=8,A.storage=8):E.isVector3||E.isColor?(A.boundary=16,A.storage=12):E.isVector4?(A.boundary=16,A.storage=16):E.isMatrix3?(A.boundary=16,A.storage=48):E.isMatrix4?(A.boundary=16,A.storage=64):E.isTexture?ge("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(E)?(A.boundary=16,A.storage=E.byteLength):ge("WebGLRenderer: Unsupported uniform value type.",E),R===!0&&(A.boundary=16,A.storage=Math.ceil(A.storage/16)*16),A}function d(E){let R=E.target;R.removeEventListener("dispose",d),n.deleteBuffer(r[R.id]),delete r[R.id],delete s[R.id]}function f(){for(let E in r)n.deleteBuffer(r[E]);r={},s={}}return{bind:o,update:a,dispose:f}}function Hh(){return null}var Gr=class{constructor(e={}){let{canvas:t=Za(),context:i=null,depth:r=!0,stencil:s=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:c=!0,preserveDrawingBuffer:l=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:m=!1,reversedDepthBuffer:_=!1,outputBufferType:g=pt}=e;this.isWebGLRenderer=!0;let M;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");M=i.getContextAttributes().alpha}else M=o;let T=g,d=new Set([cn,ln,an]),f=new Set([pt,Nt,_i,Vi,sn,on]),E=new Uint32Array(4),R=new Int32Array(4),A={textures:[],min:[],max:[],resolution:[]},w=null,N=null,x=[],y=[],V=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=oi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let B=this,F=!1,H=null,$=null,L=null,Y=null;this._outputColorSpace=Lt;let ee=0,ue=0,se=null,X=-1,K=null,Q=new Ke,ve=new Ke,Fe=null,it=new Ae(0),Je=0,Ze=t.width,We=t.height,Ee=1,Xe=null,st=null,He=new Ke(0,0,Ze,We),ot=new Ke(0,0,Ze,We),Rt=!1,gt=new yi,Ft=new Cs,at=!1,Dt=!1,et=new Be,ri=new I,ht=new Ke,Ht={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},kt=!1;function Vt(){return se===null?Ee:1}let C=i;function Wt(p,b){return t.getContext(p,b)}let $e,Qe,ce,lt,ye,be,S,u,U,Z,q,te,ae,z,k,ne,v,W,G,re,j,ie,Me;try{let p={alpha:!0,depth:r,stencil:s,antialias:a,premultipliedAlpha:c,preserveDrawingBuffer:l,powerPreference:h,failIfMajorPerformanceCaveat:m};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Te,!1),t.addEventListener("webglcontextrestored",Le,!1),t.addEventListener("webglcontextcreationerror",he,!1),C===null){let b="webgl2";if(C=Wt(b,p),C===null)throw Wt(b)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}De()}catch(p){throw t.removeEventListener("webglcontextlost",Te,!1),t.removeEventListener("webglcontextrestored",Le,!1),t.removeEventListener("webglcontextcreationerror",he,!1),Ie("WebGLRenderer: "+p.message),p}function De(){$e=new eh(C),$e.init(),j=new Oh(C,$e),Qe=new $f(C,$e,e,j),ce=new Fh(C,$e),Qe.reversedDepthBuffer&&_&&ce.buffers.depth.setReversed(!0),$=C.createFramebuffer(),L=C.createFramebuffer(),Y=C.createFramebuffer(),lt=new nh(C),ye=new Rh,be=new Nh(C,$e,ce,ye,Qe,j,lt),S=new jf(B),u=new Ul(C),ie=new Zf(C,u),U=new th(C,u,lt,ie),Z=new sh(C,U,u,ie,lt),W=new rh(C,Qe,be),k=new Qf(ye),q=new bh(B,S,$e,Qe,ie,k),te=new Gh(B,ye),ae=new Lh,z=new Dh($e),v=new Kf(B,S,ce,Z,M,c),ne=new Ih(B,Z,Qe),Me=new zh(C,lt,Qe,ce),G=new Jf(C,$e,lt),re=new ih(C,$e,lt),lt.programs=q.programs,B.capabilities=Qe,B.extensions=$e,B.properties=ye,B.renderLists=ae,B.shadowMap=ne,B.state=ce,B.info=lt}T!==pt&&(V=new oh(T,t.width,t.height,a,r,s));let J=new js(B,C);this.xr=J,this.getContext=function(){return C},this.getContextAttributes=function(){return C.getContextAttributes()},this.forceContextLoss=function(){let p=$e.get("WEBGL_lose_context");p&&p.loseContext()},this.forceContextRestore=function(){let p=$e.get("WEBGL_lose_context");p&&p.restoreContext()},this.getPixelRatio=function(){return Ee},this.setPixelRatio=function(p){p!==void 0&&(Ee=p,this.setSize(Ze,We,!1))},this.getSize=function(p){return p.set(Ze,We)},this.setSize=function(p,b,O=!0){if(J.isPresenting){ge("WebGLRenderer: Can't change size while VR device is presenting.");return}Ze=p,We=b,t.width=Math.floor(p*Ee),t.height=Math.floor(b*Ee),O===!0&&(t.style.width=p+"px",t.style.height=b+"px"),V!==null&&V.setSize(t.width,t.height),this.setViewport(0,0,p,b)},this.getDrawingBufferSize=function(p){return p.set(Ze*Ee,We*Ee).floor()},this.setDrawingBufferSize=function(p,b,O){Ze=p,We=b,Ee=O,t.width=Math.floor(p*O),t.height=Math.floor(b*O),this.setViewport(0,0,p,b)},this.setEffects=function(p){if(T===pt){Ie("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(p){for(let b=0;b<p.length;b++)if(p[b].isOutputPass===!0){ge("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}V.setEffects(p||[])},this.getCurrentViewport=function(p){return p.copy(Q)},this.getViewport=function(p){return p.copy(He)},this.setViewport=function(p,b,O,P){p.isVector4?He.set(p.x,p.y,p.z,p.w):He.set(p,b,O,P),ce.viewport(Q.copy(He).multiplyScalar(Vt()).round())},this.getScissor=function(p){return p.copy(ot)},this.setScissor=function(p,b,O,P){p.isVector4?ot.set(p.x,p.y,p.z,p.w):ot.set(p,b,O,P),ce.scissor(ve.copy(ot).multiplyScalar(Vt()).round())},this.getScissorTest=function(){return Rt},this.setScissorTest=function(p){ce.setScissorTest(Rt=p)},this.setOpaqueSort=function(p){Xe=p},this.setTransparentSort=function(p){st=p},this.getClearColor=function(p){return p.copy(v.getClearColor())},this.setClearColor=function(){v.setClearColor(...arguments)},this.getClearAlpha=function(){return v.getClearAlpha()},this.setClearAlpha=function(){v.setClearAlpha(...arguments)},this.clear=function(p=!0,b=!0,O=!0){let P=0;if(p){let D=!1;if(se!==null){let le=se.texture.format;D=d.has(le)}if(D){let le=se.texture.type,pe=f.has(le),oe=v.getClearColor(),de=v.getClearAlpha(),xe=oe.r,Ce=oe.g,Ne=oe.b;pe?(E[0]=xe,E[1]=Ce,E[2]=Ne,E[3]=de,C.clearBufferuiv(C.COLOR,0,E)):(R[0]=xe,R[1]=Ce,R[2]=Ne,R[3]=de,C.clearBufferiv(C.COLOR,0,R))}else P|=C.COLOR_BUFFER_BIT}b&&(P|=C.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),O&&(P|=C.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),P!==0&&C.clear(P)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(p){p.setRenderer(this),H=p},this.dispose=function(){t.removeEventListener("webglcontextlost",Te,!1),t.removeEventListener("webglcontextrestored",Le,!1),t.removeEventListener("webglcontextcreationerror",he,!1),v.dispose(),ae.dispose(),z.dispose(),be.dispose(),ye.dispose(),S.dispose(),Z.dispose(),U.dispose(),ie.dispose(),Me.dispose(),q.dispose(),J.dispose(),J.removeEventListener("sessionstart",Ko),J.removeEventListener("sessionend",Zo),zi.stop()};function Te(p){p.preventDefault(),co("WebGLRenderer: Context Lost."),F=!0}function Le(){co("WebGLRenderer: Context Restored."),F=!1;let p=lt.autoReset,b=ne.enabled,O=ne.autoUpdate,P=ne.needsUpdate,D=ne.type;De(),lt.autoReset=p,ne.enabled=b,ne.autoUpdate=O,ne.needsUpdate=P,ne.type=D}function he(p){Ie("WebGLRenderer: A WebGL context could not be created. Reason: ",p.statusMessage)}function Ve(p){let b=p.target;b.removeEventListener("dispose",Ve),ut(b)}function ut(p){vi(p),ye.remove(p)}function vi(p){let b=ye.get(p).programs;b!==void 0&&(b.forEach(function(O){q.releaseProgram(O)}),p.isShaderMaterial&&q.releaseShaderCache(p))}this.renderBufferDirect=function(p,b,O,P,D,le){b===null&&(b=Ht);let pe=D.isMesh&&D.matrixWorld.determinantAffine()<0,oe=Wh(p,b,O,P,D);ce.setMaterial(P,pe);let de=O.index,xe=1;if(P.wireframe===!0){if(de=U.getWireframeAttribute(O),de===void 0)return;xe=2}let Ce=O.drawRange,Ne=O.attributes.position,me=Ce.start*xe,Oe=(Ce.start+Ce.count)*xe;le!==null&&(me=Math.max(me,le.start*xe),Oe=Math.min(Oe,(le.start+le.count)*xe)),de!==null?(me=Math.max(me,0),Oe=Math.min(Oe,de.count)):Ne!=null&&(me=Math.max(me,0),Oe=Math.min(Oe,Ne.count));let nt=Oe-me;if(nt<0||nt===1/0)return;ie.setup(D,P,oe,O,de);let Ye,qe=G;if(de!==null&&(Ye=u.get(de),qe=re,qe.setIndex(Ye)),D.isMesh)P.wireframe===!0?(ce.setLineWidth(P.wireframeLinewidth*Vt()),qe.setMode(C.LINES)):qe.setMode(C.TRIANGLES);else if(D.isLine){let St=P.linewidth;St===void 0&&(St=1),ce.setLineWidth(St*Vt()),D.isLineSegments?qe.setMode(C.LINES):D.isLineLoop?qe.setMode(C.LINE_LOOP):qe.setMode(C.LINE_STRIP)}else D.isPoints?qe.setMode(C.POINTS):D.isSprite&&qe.setMode(C.TRIANGLES);if(D.isBatchedMesh)if($e.get("WEBGL_multi_draw"))qe.renderMultiDraw(D._multiDrawStarts,D._multiDrawCounts,D._multiDrawCount);else{let St=D._multiDrawStarts,_e=D._multiDrawCounts,Ct=D._multiDrawCount,ke=de?u.get(de).bytesPerElement:1,Hi=ye.get(P).currentProgram.getUniforms();for(let Et=0;Et<Ct;Et++)Hi.setValue(C,"_gl_DrawID",Et),qe.render(St[Et]/ke,_e[Et])}else if(D.isInstancedMesh)qe.renderInstances(me,nt,D.count);else if(O.isInstancedBufferGeometry){let St=O._maxInstanceCount!==void 0?O._maxInstanceCount:1/0,_e=Math.min(O.instanceCount,St);qe.renderInstances(me,nt,_e)}else qe.render(me,nt)};function Yo(p,b,O,P){H!==null&&p.isNodeMaterial&&H.setObject(P,p),at===!0&&k.setState(p,O,!1),p.transparent===!0&&p.side===si&&p.forceSinglePass===!1?(p.side=Tt,p.needsUpdate=!0,Nn(p,b,P),p.side=pi,p.needsUpdate=!0,Nn(p,b,P),p.side=si):Nn(p,b,P)}this.compile=function(p,b,O=null){O===null&&(O=p),H!==null&&H.renderStart(p,b,O),N=z.get(O),N.init(b),y.push(N),O.traverseVisible(function(D){D.isLight&&D.layers.test(b.layers)&&(N.pushLight(D),D.castShadow&&N.pushShadow(D))}),p!==O&&p.traverseVisible(function(D){D.isLight&&D.layers.test(b.layers)&&(N.pushLight(D),D.castShadow&&N.pushShadow(D))}),N.setupLights(),H!==null&&H.updateLights(N.state.lightsArray),Dt=this.localClippingEnabled,at=k.init(this.clippingPlanes,Dt),at===!0&&k.setGlobalState(this.clippingPlanes,b),H!==null&&ne.render(N.state.shadowsArray,O,b);let P=new Set;return p.traverse(function(D){if(!(D.isMesh||D.isPoints||D.isLine||D.isSprite))return;let le=D.material;if(le)if(Array.isArray(le))for(let pe=0;pe<le.length;pe++){let oe=le[pe];Yo(oe,O,b,D),P.add(oe)}else Yo(le,O,b,D),P.add(le)}),N=y.pop(),H!==null&&H.renderEnd(),P},this.compileAsync=function(p,b,O=null){let P=this.compile(p,b,O);return new Promise(D=>{function le(){if(P.forEach(function(pe){let de=ye.get(pe).currentProgram;(de===void 0||de.isReady())&&P.delete(pe)}),P.size===0){D(p);return}setTimeout(le,10)}$e.get("KHR_parallel_shader_compile")!==null?le():setTimeout(le,10)})};let eo=null;function kh(p){eo&&eo(p)}function Ko(){zi.stop()}function Zo(){zi.start()}let zi=new Pl;zi.setAnimationLoop(kh),typeof self<"u"&&zi.setContext(self),this.setAnimationLoop=function(p){eo=p,J.setAnimationLoop(p),p===null?zi.stop():zi.start()},J.addEventListener("sessionstart",Ko),J.addEventListener("sessionend",Zo),this.render=function(p,b){if(b!==void 0&&b.isCamera!==!0){Ie("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(F===!0)return;H!==null&&H.renderStart(p,b);let O=J.enabled===!0&&J.isPresenting===!0,P=V!==null&&(se===null||O)&&V.begin(B,se);if(p.matrixWorldAutoUpdate===!0&&p.updateMatrixWorld(),b.parent===null&&b.matrixWorldAutoUpdate===!0&&b.updateMatrixWorld(),J.enabled===!0&&J.isPresenting===!0&&(V===null||V.isCompositing()===!1)&&(J.cameraAutoUpdate===!0&&J.updateCamera(b),b=J.getCamera()),p.isScene===!0&&p.onBeforeRender(B,p,b,se),N=z.get(p,y.length),N.init(b),N.state.textureUnits=be.getTextureUnits(),y.push(N),et.multiplyMatrices(b.projectionMatrix,b.matrixWorldInverse),b.isArrayCamera?Ft.setFromArrayCamera(b):gt.setFromProjectionMatrix(et,Pt,b.reversedDepth),Dt=this.localClippingEnabled,at=k.init(this.clippingPlanes,Dt),w=ae.get(p,x.length),w.init(),x.push(w),this.info.render.frame++,J.enabled===!0&&J.isPresenting===!0){let pe=B.xr.getDepthSensingMesh();pe!==null&&to(pe,b,-1/0,B.sortObjects)}to(p,b,0,B.sortObjects),w.finish(),H!==null&&H.updateLights(N.state.lightsArray),B.sortObjects===!0&&w.sort(Xe,st),kt=J.enabled===!1||J.isPresenting===!1||J.hasDepthSensing()===!1,kt&&v.addToRenderList(w,p),this.info.autoReset===!0&&this.info.reset(),at===!0&&k.beginShadows();let D=N.state.shadowsArray;if(ne.render(D,p,b),at===!0&&k.endShadows(),(P&&V.hasRenderPass())===!1){let pe=w.opaque,oe=w.transmissive;if(N.setupLights(),b.isArrayCamera){let de=b.cameras;if(oe.length>0)for(let xe=0,Ce=de.length;xe<Ce;xe++){let Ne=de[xe];$o(pe,oe,p,Ne)}kt&&v.render(p);for(let xe=0,Ce=de.length;xe<Ce;xe++){let Ne=de[xe];Jo(w,p,Ne,Ne.viewport)}}else oe.length>0&&$o(pe,oe,p,b),kt&&v.render(p),Jo(w,p,b)}se!==null&&ue===0&&(be.updateMultisampleRenderTarget(se),be.updateRenderTargetMipmap(se)),P&&V.end(B),p.isScene===!0&&p.onAfterRender(B,p,b),ie.resetDefaultState(),X=-1,K=null,y.pop(),y.length>0?(N=y[y.length-1],be.setTextureUnits(N.state.textureUnits),at===!0&&k.setGlobalState(B.clippingPlanes,N.state.camera)):N=null,x.pop(),x.length>0?w=x[x.length-1]:w=null,H!==null&&H.renderEnd()};function to(p,b,O,P){if(p.visible===!1)return;if(p.layers.test(b.layers)){if(p.isGroup)O=p.renderOrder;else if(p.isLOD)p.autoUpdate===!0&&p.update(b);else if(p.isLight)N.pushLight(p),p.castShadow&&N.pushShadow(p);else if(p.isSprite){let pe=b.isArrayCamera?Ft:gt;if(!p.frustumCulled||p.intersectsFrustum(pe)){P&&ht.setFromMatrixPosition(p.matrixWorld).applyMatrix4(et);let oe=Z.update(p),de=p.material;de.visible&&w.push(p,oe,de,O,ht.z,null,b)}}else if(p.isMesh||p.isLine||p.isPoints){let pe=b.isArrayCamera?Ft:gt;if(!p.frustumCulled||p.intersectsFrustum(pe)){let oe=Z.update(p),de=p.material;if(P&&(p.boundingSphere!==void 0?(p.boundingSphere===null&&p.computeBoundingSphere(),ht.copy(p.boundingSphere.center)):(oe.boundingSphere===null&&oe.computeBoundingSphere(),ht.copy(oe.boundingSphere.center)),ht.applyMatrix4(p.matrixWorld).applyMatrix4(et)),Array.isArray(de)){let xe=oe.groups;for(let Ce=0,Ne=xe.length;Ce<Ne;Ce++){let me=xe[Ce],Oe=de[me.materialIndex];Oe&&Oe.visible&&w.push(p,oe,Oe,O,ht.z,me,b)}}else de.visible&&w.push(p,oe,de,O,ht.z,null,b)}}}let le=p.children;for(let pe=0,oe=le.length;pe<oe;pe++)to(le[pe],b,O,P)}function Jo(p,b,O,P){let{opaque:D,transmissive:le,transparent:pe}=p;N.setupLightsView(O),at===!0&&k.setGlobalState(B.clippingPlanes,O),P&&ce.viewport(Q.copy(P)),D.length>0&&zr(D,b,O),le.length>0&&zr(le,b,O),pe.length>0&&zr(pe,b,O),ce.buffers.depth.setTest(!0),ce.buffers.depth.setMask(!0),ce.buffers.color.setMask(!0),ce.setPolygonOffset(!1)}function $o(p,b,O,P){if((O.isScene===!0?O.overrideMaterial:null)!==null)return;if(N.state.transmissionRenderTarget[P.id]===void 0){let me=$e.has("EXT_color_buffer_half_float")||$e.has("EXT_color_buffer_float");N.state.transmissionRenderTarget[P.id]=new as(1,1,{generateMipmaps:!0,type:me?Li:pt,minFilter:mi,samples:Math.max(4,Qe.samples),stencilBuffer:s,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:we.workingColorSpace})}let le=N.state.transmissionRenderTarget[P.id],pe=P.viewport||Q;le.setSize(pe.z*B.transmissionResolutionScale,pe.w*B.transmissionResolutionScale);let oe=B.getRenderTarget(),de=B.getActiveCubeFace(),xe=B.getActiveMipmapLevel();B.setRenderTarget(le),B.getClearColor(it),Je=B.getClearAlpha(),Je<1&&B.setClearColor(16777215,.5),B.clear(),kt&&v.render(O);let Ce=B.toneMapping;B.toneMapping=oi;let Ne=P.viewport;if(P.viewport!==void 0&&(P.viewport=void 0),N.setupLightsView(P),at===!0&&k.setGlobalState(B.clippingPlanes,P),zr(p,O,P),be.updateMultisampleRenderTarget(le),be.updateRenderTargetMipmap(le),$e.has("WEBGL_multisampled_render_to_texture")===!1){let me=!1;for(let Oe=0,nt=b.length;Oe<nt;Oe++){let Ye=b[Oe],{object:qe,geometry:St,material:_e,group:Ct}=Ye;if(_e.side===si&&qe.layers.test(P.layers)){let ke=_e.side;_e.side=Tt,_e.needsUpdate=!0,Qo(qe,O,P,St,_e,Ct),_e.side=ke,_e.needsUpdate=!0,me=!0}}me===!0&&(be.updateMultisampleRenderTarget(le),be.updateRenderTargetMipmap(le))}B.setRenderTarget(oe,de,xe),B.setClearColor(it,Je),Ne!==void 0&&(P.viewport=Ne),B.toneMapping=Ce}function zr(p,b,O){let P=b.isScene===!0?b.overrideMaterial:null;for(let D=0,le=p.length;D<le;D++){let pe=p[D],{object:oe,geometry:de,group:xe}=pe,Ce=pe.material;Ce.allowOverride===!0&&P!==null&&(Ce=P),oe.layers.test(O.layers)&&Qo(oe,b,O,de,Ce,xe)}}function Qo(p,b,O,P,D,le){H!==null&&D.isNodeMaterial&&H.setObject(p,D),p.onBeforeRender(B,b,O,P,D,le),p.modelViewMatrix.multiplyMatrices(O.matrixWorldInverse,p.matrixWorld),p.normalMatrix.getNormalMatrix(p.modelViewMatrix),D.onBeforeRender(B,b,O,P,p,le),D.transparent===!0&&D.side===si&&D.forceSinglePass===!1?(D.side=Tt,D.needsUpdate=!0,B.renderBufferDirect(O,b,P,D,p,le),D.side=pi,D.needsUpdate=!0,B.renderBufferDirect(O,b,P,D,p,le),D.side=si):B.renderBufferDirect(O,b,P,D,p,le),p.onAfterRender(B,b,O,P,D,le)}function jo(p){let b=0;for(let O of p)O.texture!==null&&b++;return b}function Nn(p,b,O){b.isScene!==!0&&(b=Ht);let P=ye.get(p),D=N.state.lights,le=N.state.shadowsArray,pe=D.state.version,oe=q.getParameters(p,D.state,le,b,O,N.state.lightProbeGridArray),de=q.getProgramCacheKey(oe),xe=P.programs;P.environment=p.isMeshStandardMaterial||p.isMeshLambertMaterial||p.isMeshPhongMaterial?b.environment:null,P.fog=b.fog;let Ce=p.isMeshStandardMaterial||p.isMeshLambertMaterial&&!p.envMap||p.isMeshPhongMaterial&&!p.envMap;P.envMap=S.get(p.envMap||P.environment,Ce),P.envMapRotation=P.environment!==null&&p.envMap===null?b.environmentRotation:p.envMapRotation,xe===void 0&&(p.addEventListener("dispose",Ve),xe=new Map,P.programs=xe,P.programVariants=new Map);let Ne=xe.get(de);if(Ne!==void 0){if(P.currentProgram===Ne&&P.lightsStateVersion===pe)return ta(p,oe),Ne}else oe.uniforms=q.getUniforms(p),H!==null&&p.isNodeMaterial&&H.build(p,O,oe),p.onBeforeCompile(oe,B),Ne=q.acquireProgram(oe,de),xe.set(de,Ne),P.uniforms=oe.uniforms;let me=P.uniforms;return(!p.isShaderMaterial&&!p.isRawShaderMaterial||p.clipping===!0)&&(me.clippingPlanes=k.uniform),ta(p,oe),P.needsLights=qh(p),P.lightsStateVersion=pe,P.needsLights&&(me.ambientLightColor.value=D.state.ambient,me.lightProbe.value=D.state.probe,me.sunLights.value=D.state.sun,me.sunLightShadows.value=D.state.sunShadow,me.directionalLights.value=D.state.directional,me.directionalLightShadows.value=D.state.directionalShadow,me.spotLights.value=D.state.spot,me.spotLightShadows.value=D.state.spotShadow,me.rectAreaLights.value=D.state.rectArea,me.ltc_1.value=D.state.rectAreaLTC1,me.ltc_2.value=D.state.rectAreaLTC2,me.pointLights.value=D.state.point,me.pointLightShadows.value=D.state.pointShadow,me.hemisphereLights.value=D.state.hemi,me.sunShadowMatrix.value=D.state.sunShadowMatrix,me.sunShadowCascade.value=D.state.sunShadowCascade,me.directionalShadowMatrix.value=D.state.directionalShadowMatrix,me.spotLightMatrix.value=D.state.spotLightMatrix,me.spotLightMap.value=D.state.spotLightMap,me.pointShadowMatrix.value=D.state.pointShadowMatrix),P.numLightProbeGrids=jo(N.state.lightProbeGridArray),P.currentProgram=Ne,P.uniformsList=null,Ne}function Vh(p,b,O,P,D){let le=ye.get(p),pe=le.currentProgram.id+","+P+","+D,oe=le.programVariants.get(pe);return oe===void 0?(oe=Nn(p,b,O),le.programVariants.set(pe,oe)):(le.currentProgram=oe,le.uniformsList=null,le.outputColorSpace=P,le.toneMapping=D),oe}function ea(p){if(p.uniformsList===null){let b=p.currentProgram.getUniforms();p.uniformsList=Gi.seqWithValue(b.seq,p.uniforms)}return p.uniformsList}function ta(p,b){let O=ye.get(p);O.outputColorSpace=b.outputColorSpace,O.batching=b.batching,O.batchingColor=b.batchingColor,O.instancing=b.instancing,O.instancingColor=b.instancingColor,O.instancingMorph=b.instancingMorph,O.skinning=b.skinning,O.morphTargets=b.morphTargets,O.morphNormals=b.morphNormals,O.morphColors=b.morphColors,O.morphTargetsCount=b.morphTargetsCount,O.numClippingPlanes=b.numClippingPlanes,O.numIntersection=b.numClipIntersection,O.vertexAlphas=b.vertexAlphas,O.vertexTangents=b.vertexTangents,O.toneMapping=b.toneMapping}function Wh(p,b,O,P,D){b.isScene!==!0&&(b=Ht),be.resetTextureUnits();let le=b.fog,pe=P.isMeshStandardMaterial||P.isMeshLambertMaterial||P.isMeshPhongMaterial?b.environment:null,oe=se===null?B.outputColorSpace:se.isXRRenderTarget===!0?se.texture.colorSpace:we.workingColorSpace,de=P.isMeshStandardMaterial||P.isMeshLambertMaterial&&!P.envMap||P.isMeshPhongMaterial&&!P.envMap,xe=S.get(P.envMap||pe,de),Ce=P.vertexColors===!0&&!!O.attributes.color&&O.attributes.color.itemSize===4,Ne=!!O.attributes.tangent&&(!!P.normalMap||P.anisotropy>0),me=!!O.morphAttributes.position,Oe=!!O.morphAttributes.normal,nt=!!O.morphAttributes.color,Ye=oi;P.toneMapped&&(se===null||se.isXRRenderTarget===!0)&&(Ye=B.toneMapping);let qe=O.morphAttributes.position||O.morphAttributes.normal||O.morphAttributes.color,St=qe!==void 0?qe.length:0,_e=ye.get(P),Ct=N.state.lights;if(at===!0&&(Dt===!0||p!==K)){let tt=p===K&&P.id===X;k.setState(P,p,tt)}let ke=!1,Hi=!1;P.version===_e.__version?_e.needsLights&&_e.lightsStateVersion!==Ct.state.version||D.isBatchedMesh&&_e.batching===!1||!D.isBatchedMesh&&_e.batching===!0||D.isBatchedMesh&&_e.batchingColor===!0&&D._colorsTexture===null||D.isBatchedMesh&&_e.batchingColor===!1&&D._colorsTexture!==null||D.isInstancedMesh&&_e.instancing===!1||!D.isInstancedMesh&&_e.instancing===!0||D.isSkinnedMesh&&_e.skinning===!1||!D.isSkinnedMesh&&_e.skinning===!0||D.isInstancedMesh&&_e.instancingColor===!0&&D.instanceColor===null||D.isInstancedMesh&&_e.instancingColor===!1&&D.instanceColor!==null||D.isInstancedMesh&&_e.instancingMorph===!0&&D.morphTexture===null||D.isInstancedMesh&&_e.instancingMorph===!1&&D.morphTexture!==null||_e.envMap!==xe||P.fog===!0&&_e.fog!==le||_e.numClippingPlanes!==void 0&&(_e.numClippingPlanes!==k.numPlanes||_e.numIntersection!==k.numIntersection)||_e.vertexAlphas!==Ce||_e.vertexTangents!==Ne||_e.morphTargets!==me||_e.morphNormals!==Oe||_e.morphColors!==nt||_e.morphTargetsCount!==St||_e.numLightProbeGrids!==jo(N.state.lightProbeGridArray)?ke=!0:(_e.outputColorSpace!==oe||_e.toneMapping!==Ye)&&(Hi=!0):(ke=!0,_e.__version=P.version);let Et=_e.currentProgram;(ke===!0||Hi===!0)&&(Et=Hi===!0?Vh(P,b,D,oe,Ye):Nn(P,b,D),H&&P.isNodeMaterial&&H.onUpdateProgram(P,Et,_e));let Hr=!1,bi=!1,ki=!1,ze=Et.getUniforms(),xt=_e.uniforms;if(ce.useProgram(Et.program)&&(Hr=!0,bi=!0,ki=!0),P.id!==X&&(X=P.id,bi=!0),Hr||K!==p){ce.buffers.depth.getReversed()&&p.reversedDepth!==!0&&(p._reversedDepth=!0,p.updateProjectionMatrix()),ze.setValue(C,"projectionMatrix",p.projectionMatrix),ze.setValue(C,"viewMatrix",p.matrixWorldInverse);let dt=ze.map.cameraPosition;dt!==void 0&&dt.setValue(C,ri.setFromMatrixPosition(p.matrixWorld)),Qe.logarithmicDepthBuffer&&ze.setValue(C,"logDepthBufFC",2/(Math.log(p.far+1)/Math.LN2)),(P.isMeshPhongMaterial||P.isMeshToonMaterial||P.isMeshLambertMaterial||P.isMeshBasicMaterial||P.isMeshStandardMaterial||P.isShaderMaterial)&&ze.setValue(C,"isOrthographic",p.isOrthographicCamera===!0),K!==p&&(K=p,bi=!0,ki=!0)}if(_e.needsLights&&(Ct.state.sunShadowMap.length>0&&ze.setValue(C,"sunShadowMap",Ct.state.sunShadowMap,be),Ct.state.directionalShadowMap.length>0&&ze.setValue(C,"directionalShadowMap",Ct.state.directionalShadowMap,be),Ct.state.spotShadowMap.length>0&&ze.setValue(C,"spotShadowMap",Ct.state.spotShadowMap,be),Ct.state.pointShadowMap.length>0&&ze.setValue(C,"pointShadowMap",Ct.state.pointShadowMap,be)),D.isSkinnedMesh){ze.setOptional(C,D,"bindMatrix"),ze.setOptional(C,D,"bindMatrixInverse");let tt=D.skeleton;tt&&(tt.boneTexture===null&&tt.computeBoneTexture(),ze.setValue(C,"boneTexture",tt.boneTexture,be))}D.isBatchedMesh&&(ze.setOptional(C,D,"batchingTexture"),ze.setValue(C,"batchingTexture",D._matricesTexture,be),ze.setOptional(C,D,"batchingIdTexture"),ze.setValue(C,"batchingIdTexture",D._indirectTexture,be),ze.setOptional(C,D,"batchingColorTexture"),D._colorsTexture!==null&&ze.setValue(C,"batchingColorTexture",D._colorsTexture,be));let $t=O.morphAttributes;if(($t.position!==void 0||$t.normal!==void 0||$t.color!==void 0)&&W.update(D,O,Et),(bi||_e.receiveShadow!==D.receiveShadow)&&(_e.receiveShadow=D.receiveShadow,ze.setValue(C,"receiveShadow",D.receiveShadow)),(P.isMeshStandardMaterial||P.isMeshLambertMaterial||P.isMeshPhongMaterial)&&P.envMap===null&&b.environment!==null&&(xt.envMapIntensity.value=b.environmentIntensity),xt.dfgLUT!==void 0&&(xt.dfgLUT.value=Hh()),bi){if(ze.setValue(C,"toneMappingExposure",B.toneMappingExposure),_e.needsLights&&Xh(xt,ki),le&&P.fog===!0&&te.refreshFogUniforms(xt,le),te.refreshMaterialUniforms(xt,P,Ee,We,N.state.transmissionRenderTarget[p.id]),_e.needsLights&&_e.numLightProbeGrids>0){let tt=A,dt=0;for(let di of N.state.lightProbeGridArray)di.texture!==null&&(tt.textures[dt]=di.texture,tt.min[dt]=di.boundingBox.min,tt.max[dt]=di.boundingBox.max,tt.resolution[dt]=di.resolution,dt++);for(let di in tt)tt[di].length=dt;xt.probesSH.value=tt.textures,xt.probesMin.value=tt.min,xt.probesMax.value=tt.max,xt.probesResolution.value=tt.resolution}Gi.upload(C,ea(_e),xt,be)}if(P.isShaderMaterial&&P.uniformsNeedUpdate===!0&&(Gi.upload(C,ea(_e),xt,be),P.uniformsNeedUpdate=!1),P.isSpriteMaterial&&ze.setValue(C,"center",D.center),ze.setValue(C,"modelViewMatrix",D.modelViewMatrix),ze.setValue(C,"normalMatrix",D.normalMatrix),ze.setValue(C,"modelMatrix",D.matrixWorld),P.uniformsGroups!==void 0){let tt=P.uniformsGroups;for(let dt=0,di=tt.length;dt<di;dt++){let na=tt[dt];Me.update(na,Et),Me.bind(na,Et)}}return Et}function Xh(p,b){p.ambientLightColor.needsUpdate=b,p.lightProbe.needsUpdate=b,p.sunLights.needsUpdate=b,p.sunLightShadows.needsUpdate=b,p.directionalLights.needsUpdate=b,p.directionalLightShadows.needsUpdate=b,p.pointLights.needsUpdate=b,p.pointLightShadows.needsUpdate=b,p.spotLights.needsUpdate=b,p.spotLightShadows.needsUpdate=b,p.rectAreaLights.needsUpdate=b,p.hemisphereLights.needsUpdate=b}function qh(p){return p.isMeshLambertMaterial||p.isMeshToonMaterial||p.isMeshPhongMaterial||p.isMeshStandardMaterial||p.isShadowMaterial||p.isShaderMaterial&&p.lights===!0}this.getActiveCubeFace=function(){return ee},this.getActiveMipmapLevel=function(){return ue},this.getRenderTarget=function(){return se},this.setRenderTargetTextures=function(p,b,O){let P=ye.get(p);P.__autoAllocateDepthBuffer=p.resolveDepthBuffer===!1,P.__autoAllocateDepthBuffer===!1&&(P.__useRenderToTexture=!1),ye.get(p.texture).__webglTexture=b,ye.get(p.depthTexture).__webglTexture=P.__autoAllocateDepthBuffer?void 0:O,P.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(p,b){let O=ye.get(p);O.__webglFramebuffer=b,O.__useDefaultFramebuffer=b===void 0},this.setRenderTarget=function(p,b=0,O=0){se=p,ee=b,ue=O;let P=null,D=!1,le=!1;if(p){let oe=ye.get(p);if(oe.__useDefaultFramebuffer!==void 0){ce.bindFramebuffer(C.FRAMEBUFFER,oe.__webglFramebuffer),Q.copy(p.viewport),ve.copy(p.scissor),Fe=p.scissorTest,ce.viewport(Q),ce.scissor(ve),ce.setScissorTest(Fe),X=-1;return}else if(oe.__webglFramebuffer===void 0)be.setupRenderTarget(p);else if(oe.__hasExternalTextures)be.rebindTextures(p,ye.get(p.texture).__webglTexture,ye.get(p.depthTexture).__webglTexture);else if(p.depthBuffer){let Ce=p.depthTexture;if(oe.__boundDepthTexture!==Ce){if(Ce!==null&&ye.has(Ce)&&(p.width!==Ce.image.width||p.height!==Ce.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");be.setupDepthRenderbuffer(p)}}let de=p.texture;(de.isData3DTexture||de.isDataArrayTexture||de.isCompressedArrayTexture)&&(le=!0);let xe=ye.get(p).__webglFramebuffer;p.isWebGLCubeRenderTarget?(Array.isArray(xe[b])?P=xe[b][O]:P=xe[b],D=!0):p.samples>0&&be.useMultisampledRTT(p)===!1?P=ye.get(p).__webglMultisampledFramebuffer:Array.isArray(xe)?P=xe[O]:P=xe,Q.copy(p.viewport),ve.copy(p.scissor),Fe=p.scissorTest}else Q.copy(He).multiplyScalar(Ee).floor(),ve.copy(ot).multiplyScalar(Ee).floor(),Fe=Rt;if(O!==0&&(P=$),ce.bindFramebuffer(C.FRAMEBUFFER,P)&&ce.drawBuffers(p,P),ce.viewport(Q),ce.scissor(ve),ce.setScissorTest(Fe),D){let oe=ye.get(p.texture);C.framebufferTexture2D(C.FRAMEBUFFER,C.COLOR_ATTACHMENT0,C.TEXTURE_CUBE_MAP_POSITIVE_X+b,oe.__webglTexture,O)}else if(le){let oe=b;for(let de=0;de<p.textures.length;de++){let xe=ye.get(p.textures[de]);C.framebufferTextureLayer(C.FRAMEBUFFER,C.COLOR_ATTACHMENT0+de,xe.__webglTexture,O,oe)}}else if(p!==null&&O!==0){let oe=ye.get(p.texture);C.framebufferTexture2D(C.FRAMEBUFFER,C.COLOR_ATTACHMENT0,C.TEXTURE_2D,oe.__webglTexture,O)}X=-1};function ia(p){let b=ye.get(p);return(b.__readFormat!==p.format||b.__readType!==p.type)&&(b.__readFormat=p.format,b.__readType=p.type,b.__formatReadable=Qe.textureFormatReadable(p.format),b.__typeReadable=Qe.textureTypeReadable(p.type)),b}this.readRenderTargetPixels=function(p,b,O,P,D,le,pe,oe=0){if(!(p&&p.isWebGLRenderTarget)){Ie("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let de=ye.get(p).__webglFramebuffer;if(p.isWebGLCubeRenderTarget&&pe!==void 0&&(de=de[pe],Array.isArray(de)&&(de=de[0])),de){ce.bindFramebuffer(C.FRAMEBUFFER,de);try{let xe=p.textures[oe],Ce=xe.format,Ne=xe.type;p.textures.length>1&&C.readBuffer(C.COLOR_ATTACHMENT0+oe);let me=ia(xe);if(me.__formatReadable===!1){Ie("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(me.__typeReadable===!1){Ie("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}b>=0&&b<=p.width-P&&O>=0&&O<=p.height-D&&C.readPixels(b,O,P,D,j.convert(Ce),j.convert(Ne),le)}finally{let xe=se!==null?ye.get(se).__webglFramebuffer:null;ce.bindFramebuffer(C.FRAMEBUFFER,xe)}}},this.readRenderTargetPixelsAsync=async function(p,b,O,P,D,le,pe,oe=0){if(!(p&&p.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let de=ye.get(p).__webglFramebuffer;if(p.isWebGLCubeRenderTarget&&pe!==void 0&&(de=de[pe],Array.isArray(de)&&(de=de[0])),de)if(b>=0&&b<=p.width-P&&O>=0&&O<=p.height-D){ce.bindFramebuffer(C.FRAMEBUFFER,de);let xe=p.textures[oe],Ce=xe.format,Ne=xe.type;p.textures.length>1&&C.readBuffer(C.COLOR_ATTACHMENT0+oe);let me=ia(xe);if(me.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(me.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let Oe=C.createBuffer();C.bindBuffer(C.PIXEL_PACK_BUFFER,Oe),C.bufferData(C.PIXEL_PACK_BUFFER,le.byteLength,C.STREAM_READ),C.readPixels(b,O,P,D,j.convert(Ce),j.convert(Ne),0),C.bindBuffer(C.PIXEL_PACK_BUFFER,null);let nt=se!==null?ye.get(se).__webglFramebuffer:null;ce.bindFramebuffer(C.FRAMEBUFFER,nt);let Ye=C.fenceSync(C.SYNC_GPU_COMMANDS_COMPLETE,0);return C.flush(),await $a(C,Ye,4),C.bindBuffer(C.PIXEL_PACK_BUFFER,Oe),C.getBufferSubData(C.PIXEL_PACK_BUFFER,0,le),C.bindBuffer(C.PIXEL_PACK_BUFFER,null),C.deleteBuffer(Oe),C.deleteSync(Ye),le}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(p,b=null,O=0){let P=Math.pow(2,-O),D=Math.floor(p.image.width*P),le=Math.floor(p.image.height*P),pe=b!==null?b.x:0,oe=b!==null?b.y:0;be.setTexture2D(p,0),C.copyTexSubImage2D(C.TEXTURE_2D,O,0,0,pe,oe,D,le),ce.unbindTexture()},this.copyTextureToTexture=function(p,b,O=null,P=null,D=0,le=0){let pe,oe,de,xe,Ce,Ne,me,Oe,nt,Ye=p.isCompressedTexture?p.mipmaps[le]:p.image;if(O!==null)pe=O.max.x-O.min.x,oe=O.max.y-O.min.y,de=O.isBox3?O.max.z-O.min.z:1,xe=O.min.x,Ce=O.min.y,Ne=O.isBox3?O.min.z:0;else{let ze=Math.pow(2,-D);pe=Math.floor(Ye.width*ze),oe=Math.floor(Ye.height*ze),p.isDataArrayTexture?de=Ye.depth:p.isData3DTexture?de=Math.floor(Ye.depth*ze):de=1,xe=0,Ce=0,Ne=0}P!==null?(me=P.x,Oe=P.y,nt=P.z):(me=0,Oe=0,nt=0);let qe=j.convert(b.format),St=j.convert(b.type),_e;b.isData3DTexture?(be.setTexture3D(b,0),_e=C.TEXTURE_3D):b.isDataArrayTexture||b.isCompressedArrayTexture?(be.setTexture2DArray(b,0),_e=C.TEXTURE_2D_ARRAY):(be.setTexture2D(b,0),_e=C.TEXTURE_2D),ce.activeTexture(C.TEXTURE0),ce.pixelStorei(C.UNPACK_FLIP_Y_WEBGL,b.flipY),ce.pixelStorei(C.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),ce.pixelStorei(C.UNPACK_ALIGNMENT,b.unpackAlignment);let Ct=ce.getParameter(C.UNPACK_ROW_LENGTH),ke=ce.getParameter(C.UNPACK_IMAGE_HEIGHT),Hi=ce.getParameter(C.UNPACK_SKIP_PIXELS),Et=ce.getParameter(C.UNPACK_SKIP_ROWS),Hr=ce.getParameter(C.UNPACK_SKIP_IMAGES);ce.pixelStorei(C.UNPACK_ROW_LENGTH,Ye.width),ce.pixelStorei(C.UNPACK_IMAGE_HEIGHT,Ye.height),ce.pixelStorei(C.UNPACK_SKIP_PIXELS,xe),ce.pixelStorei(C.UNPACK_SKIP_ROWS,Ce),ce.pixelStorei(C.UNPACK_SKIP_IMAGES,Ne);let bi=p.isDataArrayTexture||p.isData3DTexture,ki=b.isDataArrayTexture||b.isData3DTexture;if(p.isDepthTexture){let ze=ye.get(p),xt=ye.get(b),$t=ye.get(ze.__renderTarget),tt=ye.get(xt.__renderTarget);ce.bindFramebuffer(C.READ_FRAMEBUFFER,$t.__webglFramebuffer),ce.bindFramebuffer(C.DRAW_FRAMEBUFFER,tt.__webglFramebuffer);for(let dt=0;dt<de;dt++)bi&&(C.framebufferTextureLayer(C.READ_FRAMEBUFFER,C.COLOR_ATTACHMENT0,ye.get(p).__webglTexture,D,Ne+dt),C.framebufferTextureLayer(C.DRAW_FRAMEBUFFER,C.COLOR_ATTACHMENT0,ye.get(b).__webglTexture,le,nt+dt)),C.blitFramebuffer(xe,Ce,xe+pe,Ce+oe,me,Oe,me+pe,Oe+oe,C.DEPTH_BUFFER_BIT,C.NEAREST);ce.bindFramebuffer(C.READ_FRAMEBUFFER,null),ce.bindFramebuffer(C.DRAW_FRAMEBUFFER,null)}else if(D!==0||p.isRenderTargetTexture||ye.has(p)){let ze=ye.get(p),xt=ye.get(b);ce.bindFramebuffer(C.READ_FRAMEBUFFER,L),ce.bindFramebuffer(C.DRAW_FRAMEBUFFER,Y);for(let $t=0;$t<de;$t++)bi?C.framebufferTextureLayer(C.READ_FRAMEBUFFER,C.COLOR_ATTACHMENT0,ze.__webglTexture,D,Ne+$t):C.framebufferTexture2D(C.READ_FRAMEBUFFER,C.COLOR_ATTACHMENT0,C.TEXTURE_2D,ze.__webglTexture,D),ki?C.framebufferTextureLayer(C.DRAW_FRAMEBUFFER,C.COLOR_ATTACHMENT0,xt.__webglTexture,le,nt+$t):C.framebufferTexture2D(C.DRAW_FRAMEBUFFER,C.COLOR_ATTACHMENT0,C.TEXTURE_2D,xt.__webglTexture,le),D!==0?C.blitFramebuffer(xe,Ce,xe+pe,Ce+oe,me,Oe,me+pe,Oe+oe,C.COLOR_BUFFER_BIT,C.NEAREST):ki?C.copyTexSubImage3D(_e,le,me,Oe,nt+$t,xe,Ce,pe,oe):C.copyTexSubImage2D(_e,le,me,Oe,xe,Ce,pe,oe);ce.bindFramebuffer(C.READ_FRAMEBUFFER,null),ce.bindFramebuffer(C.DRAW_FRAMEBUFFER,null)}else ki?p.isDataTexture||p.isData3DTexture?C.texSubImage3D(_e,le,me,Oe,nt,pe,oe,de,qe,St,Ye.data):b.isCompressedArrayTexture?C.compressedTexSubImage3D(_e,le,me,Oe,nt,pe,oe,de,qe,Ye.data):C.texSubImage3D(_e,le,me,Oe,nt,pe,oe,de,qe,St,Ye):p.isDataTexture?C.texSubImage2D(C.TEXTURE_2D,le,me,Oe,pe,oe,qe,St,Ye.data):p.isCompressedTexture?C.compressedTexSubImage2D(C.TEXTURE_2D,le,me,Oe,Ye.width,Ye.height,qe,Ye.data):C.texSubImage2D(C.TEXTURE_2D,le,me,Oe,pe,oe,qe,St,Ye);ce.pixelStorei(C.UNPACK_ROW_LENGTH,Ct),ce.pixelStorei(C.UNPACK_IMAGE_HEIGHT,ke),ce.pixelStorei(C.UNPACK_SKIP_PIXELS,Hi),ce.pixelStorei(C.UNPACK_SKIP_ROWS,Et),ce.pixelStorei(C.UNPACK_SKIP_IMAGES,Hr),le===0&&b.generateMipmaps===!0&&b.mipmapsAutoUpdate===!0&&C.generateMipmap(_e),ce.unbindTexture()},this.initRenderTarget=function(p){ye.get(p).__webglFramebuffer===void 0&&be.setupRenderTarget(p)},this.initTexture=function(p){p.isCubeTexture?be.setTextureCube(p,0):p.isData3DTexture?be.setTexture3D(p,0):p.isDataArrayTexture||p.isCompressedArrayTexture?be.setTexture2DArray(p,0):be.setTexture2D(p,0),ce.unbindTexture()},this.resetState=function(){ee=0,ue=0,se=null,ce.reset(),ie.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Pt}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=we._getDrawingBufferColorSpace(e),t.unpackColorSpace=we._getUnpackColorSpace()}};return jh(kd);})();
