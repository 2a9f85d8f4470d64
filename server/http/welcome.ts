import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '../lib/language.ts'

/** Beside the app: what a page names for a visitor, and of its screen. No page: the server answers with no file whose name begins with a dot. */
export const WELCOME = '.welcome.json'

export interface Welcome {
  /** Addresses at which somebody may stand who has not signed in, and finds the form. */
  paths: readonly string[]
  /** Names of the files that draw it, with its words, by language. */
  links: Readonly<Partial<Record<Language, string>>>
  /** Names of its style sheets, which the app's own come before. */
  styles: string
  /** The form itself, drawn by the build; what a deployment draws otherwise is drawn by the app alone (decision 0251). */
  signIn?: DrawnSignIn
  /** Names of the files that every page of the house needs, and of its words, by language. */
  home: readonly string[]
  homeWords: Readonly<Partial<Record<Language, readonly string[]>>>
  /** Names of the files that a screen needs, by its route, with its words in either language: whoever is signed in needs them first. */
  parts: Readonly<Record<string, readonly string[]>>
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

const linkTo = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${file}" />`
    : `<link rel="modulepreload" crossorigin href="${file}" />`

/** Whether a file holds words of another language. */
const isOther = (file: string, language: Language): boolean =>
  file.includes('/words-') && !file.includes(`/words-${language}-`)

/**
 * What the page says at an address of visitors: which files draw the form, so that they come together with those that
 * every page has instead of after them, what is switched on, which the form would ask for first, and the form itself, which
 * can be typed into before they come. At other addresses which files draw the screen, for public/boot.js.
 */
export async function welcomeAt(
  folder: string,
  { path, language, settings, ownDefinitions }: Asked,
): Promise<Put> {
  const welcome = await welcomeIn(folder)
  // The page asks for them before it draws anything; where everything is as shipped, it need not ask.
  const own = ownDefinitions === '' ? '' : `<meta name="own-definitions" content="${ownDefinitions}" />`
  const [, parts = []] = Object.entries(welcome?.parts ?? {}).find(([route]) => leads(path, route)) ?? []
  const named = parts.length === 0 ? '' : `<meta name="parts" content="${escaped(parts.join(' '))}" />`
  const told = `<meta name="settings" content="${escaped(JSON.stringify(settings))}" />`
  if (!welcome?.paths.includes(path)) {
    const { home = [], homeWords = {} } = welcome ?? {}
    const wanted = [...home, ...(homeWords[language] ?? []), ...parts].filter(
      (file) => !isOther(file, language),
    )
    if (welcome === undefined) return { head: own, files: '', body: '' }
    return { head: `${own}${told}${named}`, files: wanted.map(linkTo).join(''), body: '' }
  }
  const { signIn, links, styles } = welcome
  const drawn =
    ownDefinitions === '' && signIn?.paths.includes(path)
      ? signIn.pages[
          drawnBy(
            language,
            signIn.flags.map((flag) => settings.flags[flag]),
          )
        ]
      : undefined
  const spoken = drawn === undefined ? '' : `<meta name="drawn" content="${language}" />`
  return {
    head: `${own}${named}${told}${spoken}`,
    files: `${links[language] ?? ''}${styles}`,
    body: drawn === undefined ? '' : `<div id="drawn">${drawn}</div>`,
  }
}
