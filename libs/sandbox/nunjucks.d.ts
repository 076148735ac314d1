declare module 'nunjucks/browser/nunjucks.js';
