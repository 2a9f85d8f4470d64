import { filled } from '../filled.ts'
import type { Language } from '../lib/language.ts'
import { type ExportWords, spokenOf } from './words.ts'

/** What the page tells of one document. */
export interface Listed {
  part: string
  name?: string | undefined
  home?: { name: string; serialNumber: string } | undefined
  count: number
  files: readonly string[]
  /** What fits on the page. */
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

interface Page {
  language: Language
  words: ExportWords
  /** Whose data they are. */
  person: string
  /** By whose clocks moments are told, IANA. */
  zone: string
  /** When they were gathered, in words. */
  at: string
  /** Sentences about what could not be had as it is now. */
  notes: readonly string[]
  documents: readonly Listed[]
  /** File of the page in the other language. */
  other: string
}

/** In whose words the page is written. */
type Said = Pick<Page, 'words' | 'language' | 'zone'>

/** On the page; all of it stands in the files. */
export const ROWS = 50
const LETTERS = 300

/** The page with which an export is opened: plain, without a line of script, whatever names stand in it. */
export function pageOf({ language, words, zone, person, at, notes, documents, other }: Page): string {
  const homes = new Map(documents.flatMap(({ home }) => (home ? [[home.serialNumber, home] as const] : [])))
  const said: Said = { words, language, zone }
  const own = documents.filter(({ home }) => !home)
  const sections = [
    section(said, words.ofPerson, own),
    ...[...homes.values()].map(({ serialNumber, name }) =>
      section(
        said,
        filled(words.ofHome, { name }),
        documents.filter(({ home }) => home?.serialNumber === serialNumber),
      ),
    ),
  ]
  return `<!doctype html>
<html lang="${language === 'ch_DE' ? 'de-CH' : 'en-CH'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${safe(words.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<p class="other"><a href="${address(other)}" lang="${language === 'ch_DE' ? 'en-CH' : 'de-CH'}">${safe(words.other)}</a></p>
<h1>${safe(words.title)}</h1>
<p>${safe(filled(words.of, { person, at }))}</p>
<p>${safe(words.intro)}</p>
<p>${safe(words.others)}</p>
<p>${safe(words.hourly)}</p>
${notes.map((note) => `<p class="note">${safe(note)}</p>`).join('\n')}
</header>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`
}

function section(said: Said, title: string, documents: readonly Listed[]): string {
  const parts = [...new Set(documents.map(({ part }) => part))]
  return `<section>
<h2>${safe(title)}</h2>
${parts.map((part) => partOf(said, part, documents)).join('\n')}
</section>`
}

function partOf(said: Said, part: string, all: readonly Listed[]): string {
  const { words } = said
  const { title = part, about = '' } = words.parts[part] ?? {}
  const documents = all.filter((one) => one.part === part)
  const count = documents.reduce((sum, one) => sum + one.count, 0)
  return `<details${count === 0 ? ' class="none"' : ''}>
<summary><h3>${safe(title)}</h3> <span>${count === 0 ? safe(words.none) : safe(count === 1 ? words.entry : filled(words.entries, { count }))}</span></summary>
<p>${safe(about)}</p>
${documents.map((one) => documentOf(said, one)).join('\n')}
</details>`
}

function documentOf(said: Said, { part, name, count, files, head, rows }: Listed): string {
  const { words } = said
  const links = files.map((path) => `<a href="${address(path)}">${safe(path.split('.').at(-1) ?? '')}</a>`)
  return `<div class="document">
<p class="files">${name === undefined ? '' : `<b>${safe(name)}</b> `}${links.length > 0 ? `${safe(words.files)} ${links.join(', ')}` : ''}</p>
${table(said, head, rows, (cell, column) => spokenOf(words, part, column, cell))}
${rows.length > 0 && count > rows.length ? `<p class="more">${safe(moreOf(words, count - rows.length))}</p>` : ''}
</div>`
}

function table(
  said: Said,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  spoken: (cell: string, column: string) => string,
): string {
  const { words } = said
  const tell = (cell: string, place: number): string => cellOf(spoken(cell, head[place] ?? ''), said)
  const [only, second] = rows
  if (!only) return ''
  // One entry alone is read from top to bottom.
  if (!second)
    return `<table class="one"><tbody>${only
      .map(
        (cell, place) =>
          `<tr><th scope="row">${safe(titleOf(words, head[place]))}</th>${tell(cell, place)}</tr>`,
      )
      .join('')}</tbody></table>`
  return `<div class="wide"><table><thead><tr>${head
    .map((column) => `<th scope="col">${safe(titleOf(words, column))}</th>`)
    .join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map(tell).join('')}</tr>`)
    .join('')}</tbody></table></div>`
}

const titleOf = ({ columns }: ExportWords, column = ''): string =>
  Object.hasOwn(columns, column) ? (columns[column] ?? column) : column

const moreOf = ({ more, oneMore }: ExportWords, count: number): string =>
  count === 1 ? oneMore : filled(more, { count })

/** Moments as the files have them, which are for programs. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** As people read a moment. */
const momentIn = (at: number, { language, zone }: Said): string =>
  new Intl.DateTimeFormat(language === 'ch_DE' ? 'de-CH' : 'en-CH', {
    ...{ dateStyle: 'medium', timeStyle: 'medium', timeZone: zone },
  }).format(at)

const cellOf = (cell: string, said: Said): string => {
  if (MOMENT.test(cell) && !Number.isNaN(Date.parse(cell)))
    return `<td><time datetime="${cell}">${safe(momentIn(Date.parse(cell), said))}</time></td>`
  const shown = cell.length > LETTERS ? `${cell.slice(0, LETTERS)}…` : cell
  return `<td>${safe(shown)}</td>`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const safe = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '')

/** A path within the file, never an address elsewhere. */
const address = (path: string): string => `./${path.split('/').map(encodeURIComponent).join('/')}`

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: #cdd6d4; --soft: #eef2f1; --quiet: #53605e; --link: #0b6665 }
@media (prefers-color-scheme: dark) { :root { --line: #33403e; --soft: #1c2625; --quiet: #a3b1ae; --link: #5cc4bf } }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere }
h3 { font-size: 1rem; margin: 0; display: inline }
p { margin: .4rem 0; overflow-wrap: anywhere }
a { color: var(--link) }
.other { text-align: right }
.note { border-left: 4px solid #c2620b; padding-left: .75rem }
details { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; padding: 0 .75rem }
details[open] { padding-bottom: .75rem }
summary { cursor: pointer; padding: .6rem 0 }
summary span, .none h3, .more, .files { color: var(--quiet) }
summary span { float: right; font-variant-numeric: tabular-nums }
.files b { color: CanvasText }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: .875rem; width: 100%; margin: .5rem 0 }
th, td { text-align: left; vertical-align: top; padding: .35rem .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
thead th { background: var(--soft) }
.one th { width: 14rem; font-weight: 600 }
@media (max-width: 36rem) { .one th { width: 8rem } }
`
