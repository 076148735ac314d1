/** The repository's SWC settings, as jest's transform wants them: inline maps, nothing excluded. */
const { exclude: _exclude, ...swcrc } = JSON.parse(
  require('node:fs').readFileSync(`${__dirname}/../.swcrc`, 'utf8'),
);

module.exports = { ...swcrc, swcrc: false, sourceMaps: 'inline' };
