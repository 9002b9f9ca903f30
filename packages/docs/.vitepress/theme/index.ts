import theme from 'vitepress/theme-without-fonts';
import './colours.css';

/** The usual theme with the fonts of the reader's system and the colours of the console. */
export default theme;
