import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '../lib/language.ts'

/** Beside the app: what a page names for a visitor, and of its screen. No page: the server answers with no file whose name begins with a dot. */
export const WELCOME = '.welcome.json'

export interface Welcome {
  /** Addresses at which somebody may stand who has not signed in, and finds the form. */
  paths: readonly string[]
  /** Names of the files that draw it, and of its words, by language. */
  door: readonly string[]
  doorWords: Readonly<Partial<Record<Language, readonly string[]>>>
  /** The form itself, drawn by the build; what a deployment draws otherwise is drawn by the app alone (decision 0251). */
  signIn?: DrawnSignIn
  /** Names of the files that every page of the house needs, and of its words, by language. */
  home: readonly string[]
  homeWords: Readonly<Partial<Record<Language, readonly string[]>>>
  /** Names of the files that a screen needs, by its route, with its words in either language: whoever is signed in needs them first. */
  parts: Readonly<Record<string, readonly string[]>>
  /** Names of the files that draw some cards, by component, at the route of a dashboard: its answer says which it has. */
  cards?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** The page of sign-in as it stands before any code of the app has come. */
export interface DrawnSignIn {
  paths: readonly string[]
  /** Of the flags that it depends on, in this order. */
  flags: readonly string[]
  /** By the language and the values of these flags (`drawnBy`). */
  pages: Readonly<Record<string, string>>
}

/** The name of one of the ways in which the form is drawn. */
export const drawnBy = (language: Language, flags: readonly unknown[]): string =>
  [language, ...flags.map((flag) => flag === true)].join(' ')

let known: { at: number; file: string; welcome: Welcome } | undefined

/** As the last build says it. */
async function welcomeIn(folder: string): Promise<Welcome | undefined> {
  const file = join(folder, WELCOME)
  const at = (await stat(file).catch(() => undefined))?.mtimeMs
  if (at === undefined) return undefined
  if (known?.at === at && known.file === file) return known.welcome
  const welcome = JSON.parse(await readFile(file, 'utf8')) as Welcome
  known = { at, file, welcome }
  return welcome
}

/** Whether an address is one of a route like /scenes/scene/:scene_id. */
function leads(path: string, route: string): boolean {
  const [here, there] = [path.split('/'), route.split('/')]
  return here.length === there.length && there.every((part, at) => part.startsWith(':') || part === here[at])
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** What is put into the page, where it belongs. */
export interface Put {
  /** Before anything else is fetched. */
  head: string
  /** After those that every page has: what comes over the few connections that there are comes in this order. */
  files: string
  /** Beside where the app draws. */
  body: string
}

interface Asked {
  path: string
  language: Language
  settings: { readonly flags: Readonly<Record<string, unknown>> }
  /** Hash of the deployment's own definitions; empty where there are none. */
  ownDefinitions: string
}

/**
 * Fetched at once; `styled`: what stands in the page already is drawn with it. Styles of what is drawn later leave the few
 * connections of HTTP/1 to the code, which is large.
 */
const linkTo = (file: string, styled = false): string => {
  const style = styled ? 'rel="stylesheet"' : 'rel="preload" as="style" fetchpriority="low"'
  return `<link ${file.endsWith('.css') ? style : 'rel="modulepreload"'} crossorigin href="${file}" />`
}

/** Whether a file holds words of another language. */
const isOther = (file: string, language: Language): boolean =>
  file.includes('/words-') && !file.includes(`/words-${language}-`)

const meta = (name: string, content: string): string =>
  content === '' ? '' : `<meta name="${name}" content="${escaped(content)}" />`

/** The form of sign-in as the build has drawn it; undefined where it stands nowhere, or otherwise. */
function drawnAt(
  { signIn }: Welcome,
  { path, language, settings, ownDefinitions }: Asked,
): string | undefined {
  if (!signIn?.paths.includes(path) || ownDefinitions !== '') return undefined
  const flags = signIn.flags.map((flag) => settings.flags[flag])
  return signIn.pages[drawnBy(language, flags)]
}

/**
 * What the page says at an address of visitors: which files draw the form, so that they come together with those that
 * every page has instead of after them, what is switched on, which the form would ask for first, and the form itself, which
 * can be typed into before they come. At other addresses which files draw the house and the screen (decision 0257).
 */
export async function welcomeAt(folder: string, asked: Asked): Promise<Put> {
  const { path, language, settings, ownDefinitions } = asked
  // The page asks for them before it draws anything; where everything is as shipped, it need not ask.
  const own = meta('own-definitions', ownDefinitions)
  const welcome = await welcomeIn(folder)
  if (!welcome) return { head: own, files: '', body: '' }
  const { paths, door, doorWords, home, homeWords } = welcome
  // As the router: of several routes that fit, the one that leaves the fewest parts open.
  const [[route, parts] = ['', []]] = Object.entries(welcome.parts)
    .filter(([route]) => leads(path, route))
    .toSorted(([one], [other]) => one.split(':').length - other.split(':').length)
  const cards = welcome.cards?.[route]
  const head = `${own}${meta('parts', parts.join(' '))}${meta('cards', cards ? JSON.stringify(cards) : '')}${meta('settings', JSON.stringify(settings))}`
  if (!paths.includes(path)) {
    const wanted = [
      ...home,
      ...(homeWords[language] ?? []),
      ...parts.filter((file) => !isOther(file, language)),
    ]
    return { head, files: wanted.map((file) => linkTo(file)).join(''), body: '' }
  }
  const drawn = drawnAt(welcome, asked)
  return {
    head: `${head}${meta('drawn', drawn === undefined ? '' : language)}`,
    files: [...door, ...(doorWords[language] ?? [])].map((file) => linkTo(file, true)).join(''),
    body: drawn === undefined ? '' : `<div id="drawn">${drawn}</div>`,
  }
}
