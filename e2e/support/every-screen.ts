import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

interface When {
  role?: string
  all?: readonly When[]
}

export interface Screen {
  id: string
  route: string
  kind: string
  access?: { offline?: boolean; public?: boolean; gateway?: boolean; when?: When }
  address?: { query?: readonly string[] }
}

export const screens = globSync('catalogue/screens/**/*.json', { cwd: root })
  .toSorted()
  .map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Screen)

/** Whom a screen may be for: somebody who is not signed in, a home that has its gateway, an administrator who chose none. */
export type Viewer = 'nobody' | 'home' | 'admin'

const roleOf = (when: When | undefined): string | undefined =>
  when?.role ?? when?.all?.map(roleOf).find((role) => role !== undefined)

/** The screens that do not lead this person elsewhere. */
export const screensOf = (viewer: Viewer): readonly Screen[] =>
  screens.filter(({ access }) => {
    if (viewer === 'nobody') return access?.public === true
    if (access?.public) return false
    const role = roleOf(access?.when)
    return viewer === 'admin' ? !access?.gateway && role !== 'users' : role !== 'admin'
  })

/** Of what there are several, one that has much to say. */
const things: Readonly<Record<string, readonly string[]>> = {
  device: ['living-shutter-south', 'kitchen-ceiling', 'living-climate'],
  dashboard_chart: ['living-climate', 'bedroom-window'],
  gate_statistic: ['DOC4-7F21-90A3'],
  room: ['kitchen'],
  status_history: ['away'],
  scene: ['good-morning'],
  summary: ['good-morning'],
  edit_scene: ['good-morning'],
  account: ['demo-home'],
  link_limits: ['demo-link-guest'],
  model: ['gatehouse/DIM200'],
  group: ['demo-estate'],
  edit_group: ['demo-estate'],
  bulk_details: ['demo-bulk-open', 'demo-bulk-rooms'],
  operation_details: ['demo-operation-ping', 'demo-operation-open'],
  announcement_details: ['demo-announcement'],
  alarm_notifications: ['smoke'],
  export_detailsCampaign: ['demoexport'],
}

/** All that a screen shows at once, beside how it opens. */
const whole: Readonly<Record<string, string>> = { quick_controls: '?n=48' }

/** Whether an address of this screen is that of something which the demo has. */
export const isThing = ({ id, route }: Screen): boolean => route.includes(':') && id in things

export const addressesOf = ({ id, route }: Screen): string[] => {
  const paths = (things[id] ?? ['x']).map((thing) => {
    const parts = thing.split('/')
    return route.replace(/:\w+/g, () => parts.shift() ?? 'x')
  })
  const all = whole[id]
  return all === undefined ? paths : [...paths, ...paths.map((path) => `${path}${all}`)]
}
