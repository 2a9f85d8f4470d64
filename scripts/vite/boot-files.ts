import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { WELCOME, type Welcome } from '../../server/http/welcome.ts'
import { componentFiles } from './components.ts'
import { packed, packedAsset } from './packed.ts'

interface Screen {
  route: string
  kind: string
  resource?: string
  component?: string
  dashboard?: true
  access?: { public?: boolean; gateway?: boolean }
}

/** What the page says where its code does not come. */
interface Shell {
  start: { failed: string; text: string }
  retry: string
}

interface Resource {
  from: object
}

interface Drawn {
  component: string
}

/** What dashboards show: cards, and how the home is, above them. */
interface Shown {
  kinds: Record<string, Drawn>
  strip: readonly Partial<Drawn>[]
}

/** Cards that draw times, and that a dashboard may be without, are large: they come where its answer names them. */
const TIMES = '/src/engine/charts/'

/** With the folder that it stands in. */
type Placed = Screen & { area: string }

/**
 * Letters. Over HTTP/1 a browser fetches six files at once: what is small is not to keep the large ones, which take longest,
 * waiting for a whole way there and back.
 */
const SMALL = 2000

/** What lists of devices bring beside what every list does (src/engine/screens/list/live/late.ts). */
const LIVE = ['screens/list/live/LiveList.tsx', 'engine/cells/live/drawn.ts']

const LANGUAGES = ['ch_DE', 'ch_EN']
/** What all screens but the tiles wait for (src/app/rest/house-rest.ts), and what their first call needs. */
const REST = ['src/app/rest/rest.ts', 'icons.json?beside=ir-,room-,status-', 'schemas/generated/api/calls.js']

const json = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

const attribute = (name: string, value: unknown): string =>
  `data-${name}='${JSON.stringify(value).replaceAll('&', '&amp;').replaceAll("'", '&#39;')}'`

/** A chunk with all that it cannot start without. */
function closureOf(bundle: Rolldown.OutputBundle, name: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || seen.has(name)) return seen
  seen.add(name)
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style)
  for (const next of chunk.imports) closureOf(bundle, next, seen)
  return seen
}

/**
 * Says beside the app which files a page names at each address (server/http/welcome.ts), tells public/boot.js how many tiles
 * to ask for and which files each of the two ways needs (see there), and packs it: every page waits for it.
 */
export const bootFiles = (root: string): Plugin => {
  let welcome: Welcome | undefined
  let building = false
  /** What draws the page that was kept of a home (decision 0250). */
  let kept: string | undefined
  return {
    name: 'boot-files',
    configResolved({ command }) {
      building = command === 'build'
    },
    buildStart() {
      if (!building) return
      const asset = packedAsset(join(root, 'src/app/installed/kept.js'))
      kept = asset.fileName
      this.emitFile({ type: 'asset', ...asset })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one : []))
        const entry = chunks.find(({ isEntry }) => isEntry)
        const atOnce = entry ? closureOf(bundle, entry.fileName) : new Set<string>()
        const filesOf = (...ends: string[]): string[] => {
          const wanted = chunks.filter((chunk) =>
            chunk.moduleIds.some((id) => ends.some((end) => id.endsWith(end))),
          )
          const all = wanted.flatMap(({ fileName }) => [...closureOf(bundle, fileName)])
          return [...new Set(all)].filter((file) => !atOnce.has(file)).map((file) => `/${file}`)
        }
        const home = filesOf('src/app/SignedIn.tsx')
        const besideHome = (files: string[]): string[] => files.filter((file) => !home.includes(file))
        const wordsOf = (...parts: string[]) =>
          Object.fromEntries(
            LANGUAGES.map((one) => [one, filesOf(...parts.map((part) => `virtual:words/${one}/${part}`))]),
          )
        const screens = globSync('catalogue/screens/*/*.json', { cwd: root }).map(
          (file): Placed => ({ ...json<Screen>(join(root, file)), area: basename(dirname(file)) }),
        )
        const files = {
          door: filesOf('src/app/public/PublicApp.tsx'),
          home,
          kept: kept && `/${kept}`,
          rest: besideHome(filesOf(...REST)),
          doorWords: wordsOf('door'),
          homeWords: wordsOf('house'),
          restWords: wordsOf('rest', 'list'),
          dashboards: screens.flatMap(({ route, dashboard }) => (dashboard ? [route] : [])),
        }
        if (entry) {
          const components = componentFiles(root)
          const isLive = (resource: string | undefined): boolean =>
            resource !== undefined &&
            'live' in json<Resource>(join(root, `catalogue/resources/${resource}.json`)).from
          const shown = json<Shown>(join(root, 'catalogue/rules/dashboard.json'))
          const onDashboard = [...Object.values(shown.kinds), ...shown.strip].flatMap(
            (one) => one.component ?? [],
          )
          const drawing = (name: string): string[] => filesOf(components.get(name) ?? name)
          const timing = new Set(
            chunks
              .filter(({ moduleIds }) => moduleIds.some((id) => id.includes(TIMES)))
              .map(({ fileName }) => `/${fileName}`),
          )
          const timed = onDashboard.filter((name) => drawing(name).some((file) => timing.has(file)))
          const everyCard = onDashboard.filter((name) => !timed.includes(name))
          /** What every screen of its kind needs, which for all but the tiles is also what any of them may name. */
          const kindOf = ({ kind, resource }: Placed): string[] => [
            ...besideHome(
              filesOf(`screens/${kind}/Screen.tsx`, ...(kind === 'list' && isLive(resource) ? LIVE : [])),
            ),
            ...(kind === 'tiles' ? [] : [files.rest, ...Object.values(files.restWords)].flat()),
          ]
          const partsOf = ({ component = '', dashboard, area, access }: Placed): string[] => {
            const drawn = [component, ...(dashboard ? everyCard : [])].flatMap(
              (name) => components.get(name) ?? [],
            )
            const said = drawn.length > 0 ? [area, 'later'] : [area]
            const words = access?.gateway && component ? [...said, 'properties'] : said
            return besideHome(
              filesOf(
                ...drawn,
                `virtual:screens/area/${area}`,
                ...LANGUAGES.flatMap((one) => words.map((part) => `virtual:words/${one}/${part}`)),
              ),
            )
          }
          const parts = Object.fromEntries(
            screens.map((screen) => {
              const own = screen.kind === 'tiles' || screen.access?.public ? [] : partsOf(screen)
              return [screen.route, [...new Set([...kindOf(screen), ...own])]]
            }),
          )
          const open = screens.filter(({ access }) => access?.public === true)
          welcome = {
            paths: ['/', ...open.map(({ route }) => route).filter((route) => !route.includes(':'))],
            door: files.door,
            doorWords: files.doorWords,
            home: files.home,
            homeWords: files.homeWords,
            parts,
            cards: Object.fromEntries(
              files.dashboards.map((route) => {
                const known = new Set(parts[route])
                const late = timed.map(
                  (name) => [name, besideHome(drawing(name)).filter((file) => !known.has(file))] as const,
                )
                return [route, Object.fromEntries(late)]
              }),
            ),
          }
        }
        const { limits } = json<{ limits: Record<string, { value: unknown }> }>(
          join(root, 'catalogue/limits.json'),
        )
        const unreached = Object.fromEntries(
          LANGUAGES.map((one) => {
            const { start, retry } = json<Shell>(join(root, 'locales', one, 'shell.json'))
            return [one, { ...start, again: retry }]
          }),
        )
        const attributes = [
          attribute('first', limits.quickControlsFirst?.value),
          attribute('unreached', unreached),
          ...(entry ? [attribute('files', files)] : []),
        ].join(' ')
        const small = new Set(
          chunks.filter(({ code }) => code.length < SMALL).map(({ fileName }) => fileName),
        )
        return html
          .replace('<script src="/boot.js">', () => `<script src="/boot.js" ${attributes}>`)
          .replace(
            /<link rel="modulepreload"([^>]*) href="\/([^"]+)"/g,
            (link, rest: string, file: string) =>
              small.has(file) ? `<link rel="modulepreload"${rest} fetchpriority="low" href="/${file}"` : link,
          )
      },
    },
    writeBundle({ dir = '' }) {
      const file = join(dir, 'boot.js')
      writeFileSync(file, packed(file, false))
      if (welcome) writeFileSync(join(dir, WELCOME), JSON.stringify(welcome))
    },
  }
}
