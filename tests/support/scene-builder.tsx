import { act, fireEvent, screen as page } from '@testing-library/react'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { ScreenProps } from '#engine/engine.ts'
import type { ActionResult, DeviceHead, PropertyState, Row, Source } from '#engine/ports.ts'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { valueAt } from '#lib/value-at.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { HomePerson } from '#schemas/generated/entities/home-person.ts'
import type { HomePlace } from '#schemas/generated/entities/home-place.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import { Builder } from '../../src/screens/scenes/builder/Builder.tsx'
import { gatewayOf } from '../../src/session/fake-session.ts'
import { session } from '../../src/session/session.ts'
import { widgets } from '../../widgets/registry.ts'

export const placedOf = (
  service: string,
  property: string,
  value: Value,
  propertyType: Placed['options']['propertyType'] = 'serviceWithUnit',
): Placed => ({
  service,
  property,
  section: 'control',
  grid: [0, 0, 1, 1],
  options: { propertyType },
  value,
})

export const layoutOf = (placed: readonly Placed[], more: Partial<DeviceLayout> = {}): DeviceLayout => ({
  model: 'MODEL',
  type: 'Light',
  name: 'Model',
  icon: 'bulb',
  generated: false,
  tile: { footer: [] },
  sections: { control: [...placed] },
  ...more,
})

export const headOf = (
  id: string,
  name: string,
  placed: readonly Placed[],
  more: Partial<DeviceHead> = {},
): DeviceHead => ({
  id,
  name,
  model: 'MODEL',
  type: 'Light',
  icon: 'bulb',
  status: 2,
  networkType: 'zigbee',
  room: { id: 'r1', name: 'Kitchen' },
  layout: layoutOf(placed),
  ...more,
})

const onOff: Value = { kind: 'bool', access: ['read', 'write'], on: true, off: false }
const level: Value = { kind: 'range', access: ['read', 'write'], min: 0, max: 100, unit: '%' }
export const temperature: Value = { kind: 'number', access: ['read'], unit: '°C' }

/** A dimmer that can be set, and a sensor that can only be heard. */
export const lamp = headOf('lamp', 'Lamp', [
  placedOf('LightService', 'state', onOff, 'iconType'),
  placedOf('LightService', 'level', level, 'valueSetter'),
])
export const sensor = headOf('sensor', 'Thermometer', [
  placedOf('TemperatureService', 'temperature', temperature),
])

/** Dialogs and words come late, which is not what tests wait for: `beforeAll(prepareBuilder, 60_000)`. */
export async function prepareBuilder(): Promise<void> {
  await changeLanguage('ch_EN')
  await Promise.all([
    loadAreas([
      'builder',
      'scenes',
      'objects',
      'sentences',
      'statuses',
      'controls',
      'values',
      'properties',
      'units',
      'widgets',
    ]),
    import('#ui/dialog/DialogFrame.tsx'),
  ])
}

const statuses = [
  { resource_id: 'away', name: 'Away from home', icon: 15, state: false },
  { resource_id: 'night', name: 'Deep night', icon: 5, state: false },
]

const alarms = [
  { alarmId: 1000, alarm: [{ name: 'Not to be raised' }] },
  { alarmId: 1001, alarm: [{ name: 'Water alarm', desc: 'Water runs.' }] },
]

/** What the gateway holds, and whatever it was asked to do. */
interface FakeGateway {
  rules: Map<string, Rule>
  sent: { command: string; params: Row }[]
  /** Refuses the next order with that flag. */
  refuse: string | undefined
  /** The code of that refusal. */
  code: string
  place: HomePlace | null | undefined
  runs: RuleRun[]
  people: readonly HomePerson[]
}

const paramsOf = (action: object, bound: { row?: Row }): Row =>
  Object.fromEntries(
    Object.entries((action as { params?: Row }).params ?? {}).map(([name, from]) => [
      name,
      valueAt(bound, String(from)),
    ]),
  )

const refused = (message: string, code = '409'): ActionResult => ({
  ok: false,
  status: Number(code),
  code,
  message,
})

function order(gateway: FakeGateway, command: string, params: Row): ActionResult {
  const { rules } = gateway
  if (gateway.refuse !== undefined) {
    const message = gateway.refuse
    gateway.refuse = undefined
    return refused(message, gateway.code)
  }
  if (command === 'create_rule') {
    if ([...rules.values()].some(({ name }) => name === params.name)) return refused('name_exists')
    const rule: Rule = {
      id: `rule-${rules.size + 1}`,
      name: String(params.name),
      rule_logic: 'OR',
      active: false,
      draft: true,
      version: 1,
    }
    rules.set(rule.id, rule)
    return { ok: true, data: { rule } }
  }
  if (command === 'save_rule') {
    const rule = params.rule as Rule
    const now = rules.get(rule.id)
    if ((now?.version ?? 0) !== Number(params.base)) return refused('changed_meanwhile')
    const stored = { ...rule, version: (now?.version ?? 0) + 1 }
    rules.set(rule.id, stored)
    return { ok: true, data: { rule: stored } }
  }
  if (command === 'try_scene') {
    const { id, name } = params.scene as ActionSet
    const run: RuleRun = {
      ...{ run_id: `run-${id}`, rule_id: String(params.rule_id), rule_name: name, at: 0, version: 1 },
      ...{ trigger: { type: 'PLAYED', tried: true }, outcome: 'running', steps: [] },
    }
    gateway.runs.push(run)
    return { ok: true, data: { run_id: run.run_id } }
  }
  if (command === 'delete_rule') rules.delete(String(params.rule_id))
  return { ok: true, data: {} }
}

function sourceOf(gateway: FakeGateway): Source {
  return {
    ...noSource,
    act: async (action, bound) => {
      const command = 'command' in action ? action.command : ''
      const params = paramsOf(action, bound)
      gateway.sent.push({ command, params })
      return order(gateway, command, params)
    },
    one: async ({ command, operation, params = {} }, bound) => {
      if (operation === 'listCallAddresses') return { addresses: [] }
      if (operation === 'homePeople') return { people: gateway.people }
      const asked = paramsOf({ params }, bound)
      const wanted = asked.rule_ids as string[] | undefined
      const rules = [...gateway.rules.values()].filter(({ id }) => wanted?.includes(id) ?? true)
      switch (command) {
        case 'get_rules':
          return { rules }
        case 'get_rules_list':
          return { rules: rules.map((rule) => ({ ...rule, triggers: 1, scenes: 1, version: 1 })) }
        case 'get_scenario_statuses_collection':
          return { collection: statuses }
        case 'get_recorded_changes':
          // Only where a test says where the home is, or that nobody knows.
          if (gateway.place === undefined) throw new Error('Nothing is recorded')
          return {
            changes: [],
            since: 0,
            zone: 'Europe/Zurich',
            ...(gateway.place && { place: gateway.place }),
          }
        case 'get_rule_runs':
          return { runs: gateway.runs, misses: [] }
        case 'get_alarm_table':
          return { alarms }
        default:
          throw new Error(`Nobody answers ${command}`)
      }
    },
  }
}

interface Options {
  heads?: readonly DeviceHead[]
  rules?: readonly Rule[]
  /** The scene that is changed. */
  scene?: string
  flags?: readonly string[]
  modules?: readonly string[]
  values?: Record<string, PropertyState>
  /** Where the home is; null where nobody has said. */
  place?: HomePlace | null
  /** Who uses the home. */
  people?: readonly HomePerson[]
  /** What stands behind the address. */
  query?: string
  /** How the first part of the thread is called, in another language than English. */
  heading?: string
}

/** The builder as the app opens it; calls go to a gateway of the test's own making. */
export async function openBuilder({
  heads = [lamp, sensor],
  rules = [],
  scene,
  flags = ['ENABLE_ALARM_NOTIFICATIONS_IN_SCENE'],
  modules = ['notifications'],
  values,
  place,
  people = [],
  query = '',
  heading = 'When',
}: Options = {}) {
  const gateway: FakeGateway = {
    rules: new Map(rules.map((rule) => [rule.id, rule])),
    sent: [],
    refuse: undefined,
    code: '409',
    place,
    people,
    runs: [],
  }
  session.chooseGateway(gatewayOf('GW1'))
  let hear: (event: string, data: unknown) => void = () => {}
  const params: Record<string, string> = scene === undefined ? {} : { scene_id: scene }
  const situation = {
    gateway: gatewayOf('GW1'),
    session: { id: 'u1', username: 'home@gatehouse.test' },
    flags: new Set(flags),
    modules: new Set(modules),
  }
  const view = await renderScreen({
    Screen: ({ params: of }: ScreenProps<CustomScreen>) => <Builder params={of} />,
    screen: screens.get(scene === undefined ? 'add_scene' : 'edit_scene') as CustomScreen,
    definitions,
    params,
    path: `/scenes/add_scene${query}`,
    ports: { ...homeOf(heads, values), widgets, source: sourceOf(gateway) },
    situation,
    engine: {
      onEvent: (listen) => {
        hear = listen
        return () => {}
      },
    },
  })
  await page.findByRole('heading', { level: 2, name: heading })
  return {
    ...view,
    gateway,
    /** The person goes to another home while the page is open. */
    async choose(serialNumber: string) {
      session.chooseGateway(gatewayOf(serialNumber))
      await act(async () => view.become({ ...situation, gateway: gatewayOf(serialNumber) }))
    },
    happens: (event: string, data: object) => act(async () => hear(event, data)),
    /** Orders of one kind, in their order. */
    orders: (command: string) => gateway.sent.filter((one) => one.command === command),
  }
}

const click = async (role: 'button' | 'radio', name: string | RegExp) => {
  const found = await page.findByRole(role, { name })
  await act(async () => void fireEvent.click(found))
}

export const press = (name: string | RegExp) => click('button', name)

/** One of a few, side by side. */
export const choose = (name: string | RegExp) => click('radio', name)

export const fill = async (label: string, value: string) => {
  const field = await page.findByLabelText(label)
  await act(async () => void fireEvent.change(field, { target: { value } }))
}
