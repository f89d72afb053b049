/** VitePress' own theme with the system's fonts: nothing is loaded for letters. */
import Theme from "vitepress/theme-without-fonts";
import "./site.css";

export default Theme;
