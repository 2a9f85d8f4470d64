/** A dashboard of twelve cards, four of them charts of a day, seen for the first time on a slow machine. */
import { demoAccounts } from '#server/demo/accounts.ts'
import { serve } from '../tests/support/serve.ts'
import { goUntil, openBrowser, openTab, type Tab } from './support/browser.ts'
import { type Figure, median } from './support/figures.ts'
import { signIn } from './support/paint.ts'

const VISITS = 5
const CARDS = 12
const charts = [
  'child-climate/TemperatureService/temperature',
  'living-climate/ThermostatService/local_temperature',
  'child-air/AirQualityService/co2',
  'garden-weather/TemperatureService/temperature',
]
const devices = [
  'kitchen-ceiling',
  'living-dining',
  'living-climate',
  'entrance-door',
  'living-shutter-south',
]
const [owner] = demoAccounts

const card = (kind: string, at: number, more: object) => ({
  id: `${kind}-${at}`,
  kind,
  width: 2,
  height: 2,
  ...more,
})
const page = {
  id: 'home',
  cards: [
    ...charts.map((value, at) => card('chart', at, { width: 4, height: 3, of: [value] })),
    ...devices.map((device, at) => card('device', at, { of: [device] })),
    card('scenes', 0, { height: 3 }),
    card('energy', 0, { height: 3 }),
    card('note', 0, { text: 'Kehricht am Dienstag' }),
  ],
}

interface Answer {
  userId: string
  sessionId: string
}

/** What a page says once all of it is drawn. */
const DRAWN = 'bench: drawn'

/** From what the browser was sent to until each card has what it shows, and each chart its line. */
async function drawn({ page: tab }: Tab, url: string): Promise<number> {
  await tab.addInitScript(
    ([cards, lines, said]) => {
      const isInked = (canvas: HTMLCanvasElement): boolean => {
        const pen = canvas.width > 0 ? canvas.getContext('2d') : null
        return Boolean(
          pen
            ?.getImageData(0, 0, canvas.width, Math.floor(canvas.height / 2))
            .data.some((part) => part !== 0),
        )
      }
      const look = (): void => {
        const shown = [...document.querySelectorAll('main [data-kind]')]
        const canvases = [...document.querySelectorAll<HTMLCanvasElement>('main [data-kind=chart] canvas')]
        // Reading pixels takes long on a slow machine, so what is quickly asked is asked first.
        const whole =
          shown.length === cards &&
          canvases.length === lines &&
          !document.querySelector('main [data-coming]') &&
          shown.every(({ textContent }) => textContent?.trim() !== '') &&
          canvases.every(isInked)
        if (!whole) setTimeout(look, 30)
        else {
          document.documentElement.dataset.drawn = String(performance.now())
          console.debug(said)
        }
      }
      look()
    },
    [CARDS, charts.length, DRAWN] as const,
  )
  await goUntil(tab, `${url}/dashboard`, DRAWN)
  return Number(await tab.evaluate(() => document.documentElement.dataset.drawn))
}

export async function measure(): Promise<Figure[]> {
  process.env.GATEHOUSE_SERVER = 'dist-server/main.js'
  const served = await serve({ GATEHOUSE_SETTINGS: 'catalogue/demo-settings.json' })
  const browser = await openBrowser()
  try {
    const call = async <A>(path: string, body?: unknown, sessionId = '', method = 'POST'): Promise<A> => {
      const answer = await fetch(served.url + path, {
        headers: { 'content-type': 'application/json', sessionId },
        ...(body !== undefined && { method, body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as A
    }
    const { userId, sessionId } = await call<Answer>('/api/auth/login', {
      identity: owner.username,
      secret: owner.password,
    })
    const { data } = await call<{ data: { serialNumber: string; connectionStatus: string }[] }>(
      '/api/udm/device/list',
      undefined,
      sessionId,
    )
    const gateway = data.find(({ connectionStatus }) => connectionStatus === 'online')?.serialNumber ?? ''
    await call(`/api/home/${gateway}/dashboard`, { revision: 0, pages: [page] }, sessionId, 'PUT')
    const times: number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      const tab = await openTab(browser, { cpu: 4, link: { latency: 150, mbit: 9 } })
      await signIn(tab.page, { userId, sessionId, gateway })
      times.push(await drawn(tab, served.url))
      await tab.context.close()
    }
    return [
      {
        name: `dashboard of ${CARDS} cards, ${charts.length} of them charts, cold → all drawn, 4× CPU, 150 ms, 9 Mbit/s`,
        value: median(times),
        unit: 'ms',
        target: 2000,
      },
    ]
  } finally {
    await browser.close()
    await served.remove()
  }
}
