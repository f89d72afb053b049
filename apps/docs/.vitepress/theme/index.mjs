/** VitePress's own theme with the system's fonts: no font is loaded. */
import Theme from "vitepress/theme-without-fonts";
import "./site.css";

export default Theme;
