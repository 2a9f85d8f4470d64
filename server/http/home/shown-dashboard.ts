import rules from '#catalogue/rules/dashboard.json' with { type: 'json' }
import { lastDay } from '#gateway/lib/times/last-day.ts'
import { todayAndBefore } from '#gateway/lib/times/today.ts'
import type { CommandName } from '#schemas/calls.ts'
import type { CardKind, DashboardRules } from '#schemas/generated/definitions/rules-dashboard.ts'
import type { Dashboard, DashboardCard } from '#schemas/generated/entities/dashboard.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { AnswerBeforehand } from '#schemas/generated/entities/shown-dashboard.ts'
import { historyAnswers } from '../../homes/history/answers.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Handlers } from '../call.ts'
import type { Parts } from '../parts.ts'

/** Most homes have no more devices: all that a dashboard says of them can be drawn. */
const MOST_SHOWN = 100
/** Of so many devices the last day comes along. */
const MOST_TOLD = 12
/** Letters of all that comes along: what weighs more would keep the devices waiting. */
const MOST_ALONG = 100_000
/** Ms: a gateway that thinks for longer is asked by the page itself. */
const PATIENCE = 100

type Coming = Promise<AnswerBeforehand | undefined>

const LAST_DAY = 'lastDay'
const TODAY = 'today'
const { kinds, strip, proposal } = rules as DashboardRules
/** Whoever has arranged nothing is shown cards of these kinds; of which devices, the page finds. */
const PROPOSED: readonly DashboardCard[] = proposal.map(({ kind }) => ({
  id: kind,
  kind,
  width: 1,
  height: 1,
}))
const kindOf = ({ kind }: DashboardCard): CardKind | undefined => kinds[kind]

/** The devices that cards are about, each once. */
const devicesOf = (cards: readonly DashboardCard[]): string[] => [
  ...new Set(cards.flatMap(({ of = [] }) => of.map((name) => name.replace(/\/.*/, '')))),
]

/** Of the cards, and of the strip above them. */
const componentsOf = (cards: readonly DashboardCard[]): string[] => [
  ...new Set(
    [...cards.map(kindOf), ...strip].flatMap((part) => (part && 'component' in part ? part.component : [])),
  ),
]

/** What the tiles of devices are worked by. */
function widgetsOf({ devices, layouts }: HomeSnapshot, cards: readonly DashboardCard[]): string[] {
  const shown = new Set(devicesOf(cards))
  const found = devices
    .filter(({ device }) => shown.has(device.id))
    .flatMap(({ layout }) => {
      const { header, control } = layouts[layout]?.tile ?? {}
      return [header, control].flatMap((placed) => placed?.options.propertyType ?? [])
    })
  return [...new Set(found)]
}

const inTime = (coming: Coming): Coming =>
  Promise.race([coming, new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined))])

/** A dashboard with all that draws it: its devices, and what its cards would ask for next. */
export function shownDashboard({ homes, store, now }: Parts): Handlers['showDashboard'] {
  const histories = historyAnswers(homes)

  const lastDays = (sn: string, cards: readonly DashboardCard[]): Coming[] => {
    const range = lastDay(now())
    // What shows other days asks for those.
    const told = devicesOf(cards.filter(({ view }) => view === undefined)).slice(0, MOST_TOLD)
    return told.flatMap((deviceId) => {
      const input = { sn, deviceId, ...range }
      return [
        histories
          .values(sn, deviceId, undefined, range)
          .then((found) => ({ call: 'nodeHistory', input, data: { histories: found } })),
        histories
          .status(sn, deviceId, range)
          .then((data) => ({ call: 'nodeStatusHistory', input, data: { ...data } })),
      ]
    })
  }
  const energy = (sn: string, zone: string): Coming[] => {
    const { today, before } = todayAndBefore(now(), zone)
    return [today, before].map(async (range) => {
      const input = { sn, step: 'hour', zone, ...range } as const
      const data = await homes.energy(sn, { range, step: 'hour', zone })
      return data && { call: 'readEnergy', input, data: { ...data } }
    })
  }
  const commanded = async (sn: string, userId: string, call: CommandName): Coming => {
    const { code, data } = await homes.order(sn, userId, call, {})
    return code === 0 ? { call, input: {}, data: { ...(data as object) } } : undefined
  }
  const answersTo = async (
    sn: string,
    userId: string,
    cards: readonly DashboardCard[],
  ): Promise<AnswerBeforehand[]> => {
    const told = cards.filter((card) => kindOf(card)?.comesWith === LAST_DAY)
    const commands = [...cards.map(kindOf), ...strip].flatMap((part) => {
      const comesWith = part && 'comesWith' in part ? part.comesWith : undefined
      return comesWith === undefined || comesWith === LAST_DAY || comesWith === TODAY ? [] : comesWith
    })
    const zone = cards.some((card) => kindOf(card)?.comesWith === TODAY) && (await homes.of(sn))?.zone()
    const coming = [
      ...lastDays(sn, told),
      // By whose clocks is told later: then the page asks.
      ...(zone ? energy(sn, zone) : []),
      ...[...new Set(commands)].map((command) => commanded(sn, userId, command)),
    ]
    // Nothing of it is missed: the page asks for what has not come.
    const answers = await Promise.all(coming.map((one) => inTime(one.catch(() => undefined))))
    return fitting(answers, MOST_ALONG)
  }

  return async ({ params: { sn }, session: { userId }, language }) => {
    const dashboard = await store.dashboards.of(userId, sn)
    const cards = pageOf(dashboard)
    const [home, order, answers] = await Promise.all([
      homes.snapshot(sn, { first: MOST_SHOWN, order: devicesOf(cards), language }),
      store.tileOrders.of(userId, sn),
      answersTo(sn, userId, cards),
    ])
    if (!home) throw notFound()
    return {
      dashboard,
      home: { ...home, order: [...order] },
      answers,
      drawnBy: {
        components: componentsOf(cards),
        widgets: widgetsOf(home, cards),
      },
    }
  }
}

/** Those that have come, as far as there is room, in letters; what is too heavy leaves it to what comes after. */
export function fitting<Answer extends object>(
  answers: readonly (Answer | undefined)[],
  room: number,
): Answer[] {
  let left = room
  return answers.flatMap((answer) => {
    const weight = answer ? JSON.stringify(answer).length : 0
    if (!answer || weight > left) return []
    left -= weight
    return answer
  })
}

/** The cards of the page that opens first. */
const pageOf = ({ pages }: Dashboard): readonly DashboardCard[] =>
  (pages.find(({ opensFirst }) => opensFirst) ?? pages[0])?.cards ?? PROPOSED
