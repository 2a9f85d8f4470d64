import { codes } from '#gateway/core/errors.ts'
import type { Commands, Request, Response } from '#schemas/generated/channel.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { params as validators } from '#schemas/generated/validate-commands.js'
import { outsideLimits } from '#server/lib/channel/answers.ts'
import type { ChannelLog, Incoming, LimitedView } from '#server/lib/channel/port.ts'
import { deviceWithin, floorsWithin } from '#server/lib/reach/reach.ts'
import { ruleWithin, runWithin } from '#server/lib/reach/scenes.ts'
import { limitedWordOf } from '#server/lib/reach/within.ts'
import { SERVER } from '../asker.ts'
import type { Home } from '../home.ts'
import type { Homes } from '../homes.ts'

interface Parts {
  home(serialNumber: string): Promise<Home | undefined>
  order: Homes['order']
  log: ChannelLog
}

interface Asked {
  serialNumber: string
  view: LimitedView
  request: Request
}

type Answerer<N extends keyof Commands> = (
  params: Commands[N]['params'],
  asked: Asked,
) => Promise<Commands[N]['data'] | undefined>

type AnyAnswerer = (params: never, asked: Asked) => Promise<unknown>

/** Commands about one scene, which the gateway may have if the scene is within reach. */
const OF_ONE: ReadonlySet<string> = new Set(['play_rule', 'stop_rule_run'])

/** `pass`: the gateway may have it. */
export type LimitedAnswer = Response | 'pass'

/**
 * Answers in place of the gateway what it would answer with more than somebody finds (`x-limited: answered`): devices and
 * rooms within his reach, and the scenes that touch nothing else.
 */
export class LimitedAnswers {
  readonly #parts: Parts
  readonly #answers: Readonly<Record<string, AnyAnswerer>>

  constructor(parts: Parts) {
    this.#parts = parts
    const list: Answerer<'get_object_list_by_type_detailed'> = async (_params, { serialNumber, view }) => {
      const home = await parts.home(serialNumber)
      // Together: what is told after this count is not in the list.
      return home && { objects: this.#devices(home, view), seq: view.told() }
    }
    const one: Answerer<'get_device_detailed'> = async ({ device_id: id }, { serialNumber, view }) => {
      const home = await parts.home(serialNumber)
      return home && this.#devices(home, view).find((device) => device.id === id)
    }
    const rooms: Answerer<'get_layout'> = async (_params, { serialNumber, view }) => {
      const home = await parts.home(serialNumber)
      return home && { floors: floorsWithin(view.reach.devices, home.floors()) }
    }
    const rows: Answerer<'get_rules_list'> = async (_params, asked) => {
      const [all, within] = await Promise.all([
        this.#ask(asked.serialNumber, 'get_rules_list'),
        this.#rules(asked),
      ])
      const seen = new Set(within.map(({ id }) => id))
      return (
        all && {
          // Which others it sets off, or stands against, is not for him, nor what it needs of the whole home.
          rules: all.rules
            .filter(({ id }) => seen.has(id))
            .map(({ loop: _loop, contradicts: _contradicts, elsewhere: _elsewhere, ...row }) => row),
        }
      )
    }
    const rules: Answerer<'get_rules'> = async ({ rule_ids: ids }, asked) => ({
      rules: (await this.#rules(asked)).filter(({ id }) => ids?.includes(id) ?? true),
    })
    const runs: Answerer<'get_rule_runs'> = async (params, asked) => {
      const within = new Set((await this.#rules(asked)).map(({ id }) => id))
      if (params.rule_id !== undefined && !within.has(params.rule_id)) return undefined
      const all = await this.#ask(asked.serialNumber, 'get_rule_runs', params)
      const { devices } = asked.view.reach
      return (
        all && {
          runs: all.runs
            .filter(({ rule_id }) => within.has(rule_id))
            .flatMap((run) => runWithin(run, devices) ?? []),
          // Why a chance was missed names what is not his.
          misses: [],
        }
      )
    }
    this.#answers = {
      get_object_list_by_type_detailed: list,
      get_device_detailed: one,
      get_layout: rooms,
      get_rules_list: rows,
      get_rules: rules,
      get_rule_runs: runs,
    }
  }

  has({ view, request }: Incoming): boolean {
    return view !== undefined && limitedWordOf(request.command) === 'answered'
  }

  /** Never rejects. */
  async answer({ serialNumber, request, view }: Incoming): Promise<LimitedAnswer> {
    const { id, command } = request
    try {
      return view ? await this.#answer({ serialNumber, request, view }) : 'pass'
    } catch (error) {
      this.#parts.log.error(
        { serialNumber, command, error: String(error) },
        'A command of somebody who is limited could not be answered',
      )
      return { id, code: codes.failed, message: 'The gateway could not do it' }
    }
  }

  async #answer(asked: Asked): Promise<LimitedAnswer> {
    const { id, command, params } = asked.request
    const accepts = validators[command as keyof Commands]
    if (!accepts(params)) return { id, code: codes.invalid, message: 'params are not valid' }
    if (OF_ONE.has(command)) {
      const { rule_id: wanted } = params as { rule_id?: string }
      return (await this.#rules(asked)).some((rule) => rule.id === wanted) ? 'pass' : outsideLimits(id)
    }
    const data = await this.#answers[command]?.(params as never, asked)
    return data === undefined ? outsideLimits(id) : { id, code: codes.ok, message: 'OK', data }
  }

  async #ask<N extends 'get_rules' | 'get_rules_list' | 'get_rule_runs'>(
    serialNumber: string,
    command: N,
    params: Commands[N]['params'] = {},
  ): Promise<Commands[N]['data'] | undefined> {
    const { code, data } = await this.#parts.order(serialNumber, SERVER, command, params)
    // The gateway's own answer, which it was asked for by name.
    return code === codes.ok ? (data as Commands[N]['data']) : undefined
  }

  #devices(home: Home, { reach }: LimitedView) {
    return home
      .devices()
      .filter(({ id }) => reach.devices.has(id))
      .map(deviceWithin)
  }

  async #rules({ serialNumber, view }: Asked): Promise<Rule[]> {
    const answer = await this.#ask(serialNumber, 'get_rules')
    return (answer?.rules ?? []).filter((rule) => ruleWithin(rule, view.reach.devices))
  }
}
