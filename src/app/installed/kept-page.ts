import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { text } from '#i18n/useText.ts'
import { session } from '#session/session.ts'
import { screenAt } from '../definitions.ts'
import { liveHome, onLeaving } from '../home/live.ts'

/** A text, or an element by its name, with its attributes and what stands in it. */
export type Part =
  | string
  | readonly [name: string, attributes: Readonly<Record<string, string>>, parts: readonly Part[]]

/** What kept.js looks at, and draws where all of it is as it was. */
export interface KeptPage {
  sessionId: string
  serialNumber: string
  language: string
  width: number
  path: string
  /** It is where the person begins. */
  first: boolean
  /** Files of the house, whose names say what is in them. */
  build: string
  /** Style sheets, without which the tree would be none. */
  styles: readonly string[]
  /** A sentence that says how old it is. */
  age: string
  tree: readonly Part[]
}

const KEY = 'gatehouse.page'
/** Characters: what draws the first page needs a tenth of it; a home of a thousand tiles is not worth the wait. */
const MOST = 400_000

/** What is open beside the page is not open when one comes back. */
const PASSING = 'script, [role=dialog], [role=menu], [role=status], [popover], [data-passing]'

export function partsOf(parent: Element): Part[] {
  return [...parent.childNodes].flatMap((node): Part[] => {
    if (node instanceof Text) return [node.data]
    if (!(node instanceof Element) || node.matches(PASSING)) return []
    const attributes = [...node.attributes].filter(({ name }) => !name.startsWith('on'))
    return [
      [node.localName, Object.fromEntries(attributes.map(({ name, value }) => [name, value])), partsOf(node)],
    ]
  })
}

const styles = (): string[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
    ({ href }) => new URL(href).pathname,
  )

/** As the page names it for public/boot.js; undefined while one works on the app. */
function buildNow(): string | undefined {
  const files = document.querySelector<HTMLElement>('script[data-files]')?.dataset.files
  return files === undefined ? undefined : (JSON.parse(files) as { home: readonly string[] }).home.join()
}

/** The page as it stands, where a home's tiles stand there and are true. */
function page(first: string | undefined): KeptPage | undefined {
  const { credentials, gateway, viewing, twin } = session.state()
  const { pathname, search } = location
  const root = document.getElementById('root')
  const build = buildNow()
  const live = liveHome()?.home.link().state === 'live'
  if (!credentials || !gateway || viewing !== undefined || twin || !root || build === undefined || !live)
    return undefined
  if (screenAt(pathname)?.kind !== 'tiles' || !root.querySelector('article[aria-label]')) return undefined
  const tag = tagOf(language())
  const time = new Date().toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' })
  return {
    sessionId: credentials.sessionId,
    serialNumber: gateway.serialNumber,
    language: document.documentElement.lang,
    width: innerWidth,
    path: pathname + search,
    first: pathname === first,
    build,
    styles: styles(),
    age: text.t('shell.kept', { time }),
    tree: partsOf(root),
  }
}

/** Keeps the page of a home's tiles when it goes out of sight; gone with the session that it is of. Returns what ends it. */
export function keepPage(begins: () => string | undefined): () => void {
  const keep = (): void => {
    const now = page(begins())
    const kept = now && JSON.stringify(now)
    try {
      if (kept !== undefined && kept.length <= MOST) localStorage.setItem(KEY, kept)
    } catch {
      // Without room the next start draws what it asks for, as it always does.
      localStorage.removeItem(KEY)
    }
  }
  const forget = (): void => {
    if (!session.state().credentials) localStorage.removeItem(KEY)
  }
  const looked = (): void => {
    if (document.hidden) keep()
  }
  document.addEventListener('visibilitychange', looked)
  const endLeaving = onLeaving(keep)
  const end = session.subscribe(forget)
  return () => {
    document.removeEventListener('visibilitychange', looked)
    endLeaving()
    end()
    forget()
  }
}
