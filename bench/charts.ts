/** What a history costs: three values of a month, some 2,000 points, drawn, moved and stretched on a slow machine. */
import { demoAccounts } from '#server/demo/accounts.ts'
import { type Served, serve } from '../tests/support/serve.ts'
import { openBrowser, openTab, type Tab } from './support/browser.ts'
import { type Figure, median, percentile } from './support/figures.ts'

const VISITS = 5
const STEPS = 120
const values = [
  'child-climate/TemperatureService/temperature',
  'child-climate/HumidityService/humidity',
  'living-climate/ThermostatService/local_temperature',
]
const path = `/dashboard_chart/child-climate?period=month&${values.map((one) => `v=${one}`).join('&')}`

const [owner] = demoAccounts

async function signedIn({ url }: Served): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identity: owner.username, secret: owner.password }),
  })
  if (!answer.ok) throw new Error(`Nobody was let in: ${answer.status}`)
  return await answer.text()
}

/** From what the gateway was asked for to what is drawn: the page is there already, and a period is chosen. */
async function drawn({ page }: Tab): Promise<number> {
  return await page.evaluate(async () => {
    const beginsAt = () => document.querySelector('[role=slider]')?.getAttribute('aria-valuemin')
    const before = beginsAt()
    const begin = performance.now()
    const choose = (at: number) => document.querySelectorAll<HTMLElement>('[role=radio]')[at]?.click()
    const inked = (): boolean => {
      const canvas = document.querySelector<HTMLCanvasElement>('main canvas')
      const pen = canvas?.getContext('2d')
      if (!canvas || !pen) return false
      const { data } = pen.getImageData(0, 0, canvas.width, Math.floor(canvas.height / 2))
      return data.some((part) => part !== 0)
    }
    choose(2)
    while (beginsAt() === before || !inked()) await new Promise<number>(requestAnimationFrame)
    return performance.now() - begin
  })
}

/** Frames while the wheel stretches the chart and keys move it, one step a frame. */
const frames = ({ page }: Tab): Promise<number[]> =>
  page.evaluate(async (steps) => {
    const hand = document.querySelector<HTMLElement>('[role=slider]')
    if (!hand) throw new Error('There is no chart')
    hand.focus()
    const box = hand.getBoundingClientRect()
    const times: number[] = []
    let last = await new Promise<number>(requestAnimationFrame)
    for (let step = 0; step < steps; step++) {
      if (step % 3 === 0)
        hand.dispatchEvent(
          new KeyboardEvent('keydown', { key: step % 2 ? 'PageUp' : 'PageDown', bubbles: true }),
        )
      else
        hand.dispatchEvent(
          new WheelEvent('wheel', {
            deltaY: step % 40 < 20 ? -100 : 100,
            clientX: box.left + box.width * 0.6,
            clientY: box.top + 20,
            bubbles: true,
            cancelable: true,
          }),
        )
      const next = await new Promise<number>(requestAnimationFrame)
      times.push(next - last)
      last = next
    }
    return times
  }, STEPS)

export async function measure(): Promise<Figure[]> {
  process.env.GATEHOUSE_SERVER = 'dist-server/main.js'
  const served = await serve()
  const session = await signedIn(served)
  const browser = await openBrowser()
  try {
    const open = async (cpu: number, to: string): Promise<Tab> => {
      const tab = await openTab(browser, { cpu })
      await tab.page.addInitScript((kept) => localStorage.setItem('gatehouse.session', kept), session)
      await tab.page.goto(served.url + to)
      await tab.page.waitForSelector('main canvas')
      await tab.page.waitForTimeout(1500)
      return tab
    }
    const times: number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      const tab = await open(1, path.replace('period=month', 'period=day'))
      times.push(await drawn(tab))
      await tab.context.close()
    }
    const slow = await open(4, path)
    const each = await frames(slow)
    await slow.context.close()
    return [
      {
        name: 'history: a month of three values, chosen → drawn',
        value: median(times),
        unit: 'ms',
        target: 300,
      },
      {
        name: 'history: frame while the chart is stretched and moved, 4× CPU, p50',
        value: median(each),
        unit: 'ms',
        target: 17.5,
      },
      {
        name: 'history: frame while the chart is stretched and moved, 4× CPU, p95',
        value: percentile(each, 0.95),
        unit: 'ms',
        target: 34,
      },
    ]
  } finally {
    await browser.close()
    await served.remove()
  }
}
