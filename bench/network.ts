/** The picture of a network of 250 devices: frames while somebody pulls at it, on a usual and on a slow machine. */
import { openBrowser, openTab, type Tab } from './support/browser.ts'
import { type Figure, median, percentile } from './support/figures.ts'
import { openHome } from './support/home.ts'
import { signIn } from './support/paint.ts'

const DEVICES = 250
const FRAMES = 240

/** Frames while a device is pulled round in circles: what it is tied to follows, so that each frame is another picture. */
const frames = ({ page }: Tab): Promise<number[]> =>
  page.evaluate(async (count) => {
    const canvas = document.querySelector<HTMLCanvasElement>('main canvas')
    if (!canvas) throw new Error('There is no picture')
    // What a mouse does is told to the page as a mouse would; what is captured is its matter.
    canvas.setPointerCapture = () => undefined
    const box = canvas.getBoundingClientRect()
    const tell = (type: string, x: number, y: number): boolean =>
      canvas.dispatchEvent(
        new PointerEvent(type, {
          pointerType: 'mouse',
          isPrimary: true,
          bubbles: true,
          clientX: box.left + x,
          clientY: box.top + y,
        }),
      )
    const [cx, cy] = [box.width / 2, box.height / 2]
    const found = (): [number, number] => {
      for (let ring = 60; ring < cy; ring += 6)
        for (let turn = 0; turn < 60; turn++) {
          const [x, y] = [cx + ring * Math.cos(turn / 9.5), cy + ring * Math.sin(turn / 9.5)]
          tell('pointermove', x, y)
          if (canvas.style.cursor === 'pointer') return [x, y]
        }
      throw new Error('There is no device in the picture')
    }
    const [x, y] = found()
    tell('pointerdown', x, y)
    const times: number[] = []
    let last = await new Promise<number>(requestAnimationFrame)
    for (let frame = 0; frame < count; frame++) {
      tell('pointermove', x + 60 * Math.sin(frame / 12), y + 60 * (1 - Math.cos(frame / 12)))
      const next = await new Promise<number>(requestAnimationFrame)
      times.push(next - last)
      last = next
    }
    tell('pointerup', x, y)
    return times
  }, FRAMES)

export async function measure(): Promise<Figure[]> {
  // The page ships off.
  const home = await openHome(DEVICES, { GATEHOUSE_SETTINGS: 'catalogue/demo-settings.json' })
  const browser = await openBrowser()
  const figures: Figure[] = []
  try {
    for (const cpu of [1, 4]) {
      const tab = await openTab(browser, { cpu })
      await signIn(tab.page, home.session)
      await tab.page.goto(`${home.url}/net_diag`)
      await tab.page.waitForSelector('main canvas')
      await tab.page.waitForTimeout(2000)
      const each = await frames(tab)
      await tab.context.close()
      const about = `network: frame of the picture with ${DEVICES} devices, pulled at${cpu > 1 ? `, ${cpu}× CPU` : ''}`
      // How a slow machine fares is told; what is asked for is a usual one.
      const target = (most: number) => (cpu === 1 ? { target: most } : {})
      figures.push({ name: `${about}, p50`, value: median(each), unit: 'ms', ...target(17.5) })
      figures.push({ name: `${about}, p95`, value: percentile(each, 0.95), unit: 'ms', ...target(34) })
    }
    return figures
  } finally {
    await browser.close()
    await home.stop()
  }
}
