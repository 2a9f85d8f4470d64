import { http } from '#data/http.ts'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { serviceWorker, tellServiceWorker } from '#lib/browser/service-worker.ts'
import { session } from '#session/session.ts'
import { report } from '../report.ts'
import { keepPage } from './kept-page.ts'
import { renewWhenAway } from './renew-when-away.ts'

/** As many devices as one answer may hold (schemas/api/home.json). */
const FURTHER = 200
/** So long after the page stands: nothing that somebody waits for is held up. */
const LATER_MS = 10_000
/** What is kept for a start without a server is no older than this when the page goes out of sight. */
const FRESH_MS = 30_000

/** Everything that the page is made of by now. */
function parts(): readonly string[] {
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name, location.href))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  return [...new Set(['/', '/boot.js', ...loaded.map(({ pathname }) => pathname)])]
}

/** Asks for what a start asks for, all devices included: the service worker keeps whatever is answered (public/sw.js). */
async function keepState(): Promise<void> {
  const { credentials, gateway } = session.state()
  if (!credentials) return
  const around = [
    http.call('settings', {}),
    http.call('getProfile', { id: credentials.userId }),
    http.call('listOwnGateways', {}),
  ]
  await Promise.all(around)
  if (!gateway) return
  const sn = gateway.serialNumber
  for (let skip = 0, total = 1; skip < total; skip += FURTHER)
    total = (await http.call('homeSnapshot', { sn, first: FURTHER, skip })).data.total
}

/**
 * What stood there is kept for the next visit, in every browser. The installed app, where there is a service worker: it opens
 * without a server, shows what homes have to say while it is closed, and renews itself.
 * `open` follows a notification to its page, `begins` says where the person's first page is. Returns what ends it; when
 * nobody is signed in by then, all that was kept of the person is gone.
 */
export function prepareNextVisit(open: (path: string) => void, begins: () => string | undefined): () => void {
  const { credentials } = session.state()
  if (!credentials) return () => {}
  const endKeeping = keepPage(begins)
  // Pages without encryption have none, as in many a home.
  if (!('serviceWorker' in navigator)) return endKeeping
  const { serviceWorker: container } = navigator
  let keptAt = 0
  const keepNow = (): void => {
    if (Date.now() - keptAt < FRESH_MS) return
    keptAt = Date.now()
    keepState().catch(report.quiet)
  }
  const hear = ({ data }: MessageEvent<{ kind?: unknown; path?: unknown }>): void => {
    if (data.kind === 'open' && typeof data.path === 'string') open(data.path)
  }
  const looked = (): void => {
    if (document.hidden && container.controller) keepNow()
  }
  const begin = async (): Promise<void> => {
    if (!(await serviceWorker())) return
    const lang = tagOf(language())
    await tellServiceWorker({ kind: 'session', ...credentials, language: language(), lang })
  }
  void begin()
  const timer = setTimeout(() => {
    void tellServiceWorker({ kind: 'parts', parts: parts() })
    if (container.controller) keepNow()
  }, LATER_MS)
  container.addEventListener('message', hear)
  document.addEventListener('visibilitychange', looked)
  const endRenewal = renewWhenAway()
  return () => {
    clearTimeout(timer)
    container.removeEventListener('message', hear)
    document.removeEventListener('visibilitychange', looked)
    endRenewal()
    endKeeping()
    if (!session.state().credentials) void tellServiceWorker({ kind: 'forget' })
  }
}
