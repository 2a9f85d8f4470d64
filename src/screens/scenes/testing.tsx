import type { ComponentType } from 'react'
import { definitions } from '#data/catalogue.ts'
import type { Engine, ScreenProps } from '#engine/engine.ts'
import type { ActionResult, DeviceHead, FloorFacts, Source } from '#engine/ports.ts'
import { callsBy } from '#engine/testing/calls-by.ts'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { loadAreas } from '#i18n/i18n.ts'
import type { Rule, RuleRow, RuleRun, ScenarioStatus } from '#schemas/generated/channel.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import * as actions from './actions.tsx'

type Answer = unknown | ((params: Record<string, unknown>) => unknown)

/** A gateway that answers these commands, and keeps what it was asked and ordered. */
export function gatewayOf(answers: Readonly<Record<string, Answer>>) {
  const asked: { command: string; params: Record<string, unknown> }[] = []
  const answerTo = (command: string, bindings: object = {}, roots: object = {}): unknown => {
    const params = Object.fromEntries(
      Object.entries(bindings).map(([name, path]) => {
        const [root = '', ...rest] = String(path).split('.')
        const from = (roots as Record<string, Record<string, unknown>>)[root]
        return [name, from?.[rest.join('.')]]
      }),
    )
    asked.push({ command, params })
    const answer = answers[command]
    if (answer === undefined) throw new Error(`The gateway does not know ${command}`)
    return typeof answer === 'function' ? answer(params) : answer
  }
  const source: Source = {
    ...noSource,
    async one({ command, operation = '', params }, bound) {
      if (command !== undefined) return await answerTo(command, params, bound)
      if (answers[operation] === undefined) throw new Error(`The server does not know ${operation}`)
      return answers[operation]
    },
    async act(action, bound): Promise<ActionResult> {
      if (!('command' in action || 'operation' in action)) throw new Error('Scenes are calls')
      const named = 'command' in action ? action.command : action.operation
      const answer = await answerTo(named, action.params, bound)
      return answer instanceof Error
        ? { ok: false, code: 'code' in answer ? String(answer.code) : '409', message: answer.message }
        : { ok: true, data: answer }
    },
  }
  return {
    source: { ...source, ...callsBy(source) },
    asked,
    of: (command: string) => asked.filter((one) => one.command === command).map(({ params }) => params),
  }
}

const power: Placed = {
  service: 'SwitchService',
  property: 'on',
  section: 'control',
  grid: [0, 0, 2, 1],
  options: { propertyType: 'iconType' },
  value: { kind: 'bool', access: ['read', 'write'] },
}

const layout: DeviceLayout = {
  model: 'PLG100',
  type: 'Outlet',
  name: 'Outlet',
  icon: 'plug',
  generated: false,
  tile: { header: power, footer: [] },
  sections: { control: [power] },
}

export const lampOf = (id: string, name: string): DeviceHead => ({
  id,
  name,
  model: 'PLG100',
  type: 'Outlet',
  icon: 'plug',
  status: 2,
  networkType: 'zwave',
  layout,
})

export const ruleOf = (part: Partial<Rule> = {}): Rule => ({
  id: 'r1',
  name: 'Gute Nacht',
  rule_logic: 'OR',
  active: true,
  version: 3,
  ...part,
})

export const rowOf = (part: Partial<RuleRow> = {}): RuleRow => ({
  id: 'r1',
  name: 'Gute Nacht',
  active: true,
  rule_logic: 'OR',
  version: 3,
  triggers: 1,
  scenes: 1,
  ...part,
})

export const runOf = (part: Partial<RuleRun> = {}): RuleRun => ({
  run_id: 'run1',
  rule_id: 'r1',
  rule_name: 'Gute Nacht',
  at: Date.UTC(2026, 10, 20, 21, 52),
  trigger: { type: 'PLAYED', user_id: 'u1' },
  outcome: 'done',
  steps: [],
  ...part,
})

export const away: ScenarioStatus = { resource_id: 's1', name: 'away', icon: 15, state: false }

/** What a page of scenes asks for and has nothing to say about. */
export const nothing = {
  get_rules: { rules: [] },
  get_rules_list: { rules: [] },
  get_scenario_statuses_collection: { collection: [] },
  get_rule_runs: { runs: [], misses: [] },
  get_object_history: { versions: [] },
  get_deleted_objects: { objects: [] },
}

/** Words and dialogs come late; that is not what these tests wait for. */
export async function ready(): Promise<void> {
  await Promise.all([
    loadAreas(AREAS),
    import('#ui/dialog/DialogFrame.tsx'),
    import('#ui/menu/MenuPopover.tsx'),
    import('#engine/actions/ConfirmDialog.tsx'),
    import('#engine/actions/AlertDialog.tsx'),
  ])
}

const AREAS = [
  'scenes',
  'concerns',
  'recipes',
  'sceneForms',
  'sceneRuns',
  'sceneStatistics',
  'rehearsal',
  'builder',
  'calls',
  'objects',
  'sentences',
  'statuses',
  'handling',
  'properties',
  'values',
  'session',
]

interface Open<S extends Screen> {
  Screen: ComponentType<ScreenProps<S>>
  screen: S
  gateway: ReturnType<typeof gatewayOf>
  heads?: readonly DeviceHead[]
  floors?: readonly FloorFacts[] | undefined
  /** By whose clocks the home lives. */
  zone?: string | undefined
  params?: Readonly<Record<string, string>>
  flags?: ReadonlySet<string>
  /** Commands that the role does not allow. */
  forbidden?: readonly string[] | undefined
  path?: string
  blocks?: Engine['blocks']
}

/** Draws a screen of scenes; `tell` says a live event. */
export async function openScreen<S extends Screen>(open: Open<S>) {
  // One that can be taken back would keep its place from the test before.
  toasts.clear()
  await loadAreas(AREAS)
  const listeners = new Set<(event: string, data: unknown) => void>()
  const given = homeOf(open.heads ?? [], {}, open.zone)
  const { floors } = open
  const home = floors ? { ...given.home, floors: () => floors } : given.home
  const drawn = await renderScreen({
    Screen: open.Screen,
    screen: open.screen,
    definitions,
    params: open.params ?? {},
    path: open.path,
    ports: { ...given, home, source: open.gateway.source },
    actions,
    situation: {
      flags: open.flags ?? new Set(),
      modules: new Set(['scenes']),
      ...(open.forbidden && {
        forbidden: { operations: new Set<string>(), commands: new Set(open.forbidden), values: false },
      }),
    },
    engine: {
      blocks: open.blocks ?? {},
      onEvent: (listen) => {
        listeners.add(listen)
        return () => listeners.delete(listen)
      },
    },
  })
  return {
    ...drawn,
    tell(event: string, data: unknown): void {
      for (const listen of [...listeners]) listen(event, data)
    },
  }
}
