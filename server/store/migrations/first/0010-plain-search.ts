import type { Migration } from '../migration.ts'

/** Each letter that is written with a mark, and what is typed for it without (gateway/lib/names/letters.ts as it was then). */
const LETTERS =
  'ßss àa áa âa ãa äa åa æae çc èe ée êe ëe ìi íi îi ïi ðd ñn òo óo ôo õo öo øo ùu úu ûu üu ýy ÿy āa ăa ąa ćc ĉc ċc čc ďd đd ' +
  'ēe ĕe ėe ęe ěe ĝg ğg ġg ģg ĥh ĩi īi ĭi įi ıi ĵj ķk ĺl ļl ľl łl ńn ņn ňn ōo ŏo őo œoe ŕr ŗr řr śs ŝs şs šs ţt ťt ũu ūu ŭu ůu ' +
  'űu ųu ŵw ŷy źz żz žz'

const plain = LETTERS.split(' ').reduce(
  (said, pair) => `replace(${said}, '${pair.slice(0, 1)}', '${pair.slice(1)}')`,
  'search',
)

/** What is searched holds its spelling without accents too, as the store writes it from here on. */
export const plainSearch: Migration = {
  version: 10,
  name: 'plain-search',
  statements: ['gateways', 'accounts', 'outbox'].map(
    (table) => `update ${table} set search = search || '\n' || ${plain} where ${plain} <> search`,
  ),
}
