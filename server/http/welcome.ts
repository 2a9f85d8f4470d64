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
  /** Names of the files that a screen needs, by its route, with its words in either language: whoever is signed in needs them first. */
  parts: Readonly<Record<string, readonly string[]>>
}

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

/**
 * What the head of the page says at an address of visitors: which files draw the form, so that they come together with
 * those that every page has instead of after them, and what is switched on, which the form would ask for first. At other
 * addresses which files draw the screen, for public/boot.js.
 */
export async function welcomeAt(
  folder: string,
  { path, language, settings }: { path: string; language: Language; settings: unknown },
): Promise<string> {
  const welcome = await welcomeIn(folder)
  if (!welcome?.paths.includes(path)) {
    const [, parts = []] = Object.entries(welcome?.parts ?? {}).find(([route]) => leads(path, route)) ?? []
    return parts.length === 0 ? '' : `<meta name="parts" content="${escaped(parts.join(' '))}" />`
  }
  return `${welcome.links[language] ?? ''}<meta name="settings" content="${escaped(JSON.stringify(settings))}" />`
}
