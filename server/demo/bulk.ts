import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import { BULK } from '../bulk/views.ts'
import { tasksOf, wavesOf } from '../jobs/waves.ts'
import type { NewGateway } from '../store/gateways/gateways.ts'
import { orderedId } from '../store/ordered-id.ts'
import type { Repositories } from '../store/store.ts'

const HOUR = 3_600_000
const DAILY = [true, true, true, true, true, true, true] as const

const setback: BulkContent = {
  content_name: 'Nachtabsenkung',
  content_type: 'scn',
  content_params: [
    {
      ...{ name: 'create_rule', type: 'query', destination_class: 'ScenarioController' },
      params: {
        rule: {
          ...{ name: 'Nachtabsenkung', rule_logic: 'OR' },
          time_triggers: [{ hour: 22, minute: 45, repeating: [...DAILY] }],
          scenes: [
            {
              name: 'Nachtabsenkung',
              devices: [
                { service_name: 'LightService', property_name: 'state', value: false },
                { service_name: 'RollerShutterService', property_name: 'position', value: 0 },
                { service_name: 'ThermostatService', property_name: 'occupied_heating_setpoint', value: 18 },
              ],
            },
          ],
        },
      },
    },
  ],
}

const rooms: BulkContent = {
  content_name: 'Standardwohnung',
  content_type: 'lyt',
  content_params: [
    {
      ...{ name: 'create_layout', type: 'query' },
      params: {
        floors: [
          { floor_name: 'Erdgeschoss', rooms: [{ room_name: 'Küche' }, { room_name: 'Bad' }] },
          { floor_name: 'Keller', rooms: [{ room_name: 'Waschküche' }] },
        ],
      },
    },
  ],
}

const away: BulkContent = {
  content_name: 'Abwesend',
  content_type: 'ts',
  content_params: [
    {
      ...{ name: 'update_scenario_status', type: 'query', destination_class: 'ScenarioController' },
      params: { name: 'Abwesend', icon: 1 },
    },
  ],
}

const opening: BulkContent = {
  content_name: 'Z-Wave öffnen',
  content_type: 'opn',
  content_params: [{ name: 'open_network', type: 'query', params: { type: 'inclusion', network: 'zwave' } }],
}

interface Past {
  id: string
  title: string
  content: BulkContent
  /** How long ago it began. */
  ago: number
  size: number
  /** Of every so many one fails, for one of these reasons after the other. */
  failsEvery: number
  causes: readonly string[]
  halted?: true
}

const past: readonly Past[] = [
  {
    ...{
      id: 'demo-bulk-away',
      title: 'Abwesend für alle',
      content: away,
      ago: 9 * 24 * HOUR,
      size: 40,
      failsEvery: 20,
    },
    causes: ['NO_ANSWER'],
  },
  {
    ...{
      id: 'demo-bulk-open',
      title: 'Z-Wave öffnen, Norden',
      content: opening,
      ago: 50 * HOUR,
      size: 36,
      failsEvery: 5,
    },
    causes: ['NO_ANSWER', 'SOFTWARE_TOO_OLD', 'PIN_LOCKED', 'NO_ANSWER', 'PRIVILEGED'],
  },
  {
    ...{
      id: 'demo-bulk-rooms',
      title: 'Räume im Süden',
      content: rooms,
      ago: 5 * HOUR,
      size: 20,
      failsEvery: 2,
    },
    ...{ causes: ['GATEWAY_REFUSED'], halted: true },
  },
]

/** What administrators have brought to the fleet of the demo: contents to use again, and operations to look at. */
export async function seedBulk(
  { jobs, bulkContents }: Pick<Repositories, 'jobs' | 'bulkContents'>,
  gateways: readonly Pick<NewGateway, 'serialNumber'>[],
  now: number,
): Promise<void> {
  for (const content of [setback, rooms, away]) {
    const { content_name: name, content_type: type, content_params: params } = content
    await bulkContents.put({ id: `demo-${type}`, name, type, params, createdAt: now })
  }
  for (const [at, one] of past.entries()) await lived(jobs, one, gateways.slice(at * 11), now)
}

async function lived(
  jobs: Repositories['jobs'],
  { id, title, content, ago, size, failsEvery, causes, halted }: Past,
  gateways: readonly Pick<NewGateway, 'serialNumber'>[],
  now: number,
): Promise<void> {
  const began = now - ago
  const devices = gateways.slice(0, size).map(({ serialNumber }) => serialNumber)
  const waves = wavesOf({ devices, canaries: devices.slice(0, 5), waves: [10, 100] })
  const tasks = tasksOf(waves, () => orderedId(began))
  await jobs.begin(
    {
      ...{ id, kind: BULK, title, begunBy: 'demo-admin', createdAt: began, deadline: began + 72 * HOUR },
      facts: { content, userInitiated: 'Markus Aebischer' },
      plan: { concurrency: 24, retries: 3, waveGap: 30 * 60_000, haltPercent: halted ? 10 : 30 },
    },
    tasks,
  )
  let failed = 0
  for (const [n, { wave }] of tasks.entries()) {
    const [task] = await jobs.claim(id, { wave, now: began + n * 900, until: now, limit: 1 })
    if (!task) continue
    const fails = n % failsEvery === failsEvery - 1
    const ended = began + n * 900 + 400 + ((n * 137) % 2600)
    if (fails) {
      failed++
      await jobs.end(task, {
        state: 'failed',
        code: causes[failed % causes.length] ?? 'NO_ANSWER',
        at: ended,
      })
    } else await jobs.end(task, { state: 'done', result: { says: sayingOf(content) }, at: ended })
    if (halted && failed > 1) {
      await jobs.change(id, ['running'], { state: 'halted', why: 'TOO_MANY_FAILED', startedAt: began })
      return
    }
  }
  await jobs.change(id, ['running'], {
    ...{ state: 'done', startedAt: began, endedAt: began + size * 900 + 3000, wave: waves.length - 1 },
  })
}

const sayingOf = ({ content_type }: BulkContent): string => (content_type === 'opn' ? 'opened' : 'adds')
