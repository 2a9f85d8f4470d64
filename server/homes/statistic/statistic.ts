import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanText } from '#gateway/lib/names/clean-name.ts'
import type { FleetReport } from '#schemas/generated/entities/fleet-report.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { GatewayStatistic } from '#schemas/generated/entities/gateway-statistic.ts'
import type { SavedStatistic } from '#schemas/generated/entities/saved-statistic.ts'
import type { StatisticReport } from '#schemas/generated/entities/statistic-report.ts'
import type { Language } from '../../lib/language.ts'
import type { Store } from '../../store/store.ts'
import { summaryOf } from '../device-summary.ts'
import type { LookingBack } from '../history/looking-back.ts'
import { DAY, NONE, type Points } from '../history/points.ts'
import { reachedOf, whenReached } from '../history/reached.ts'
import { printed } from './print.ts'
import type { ReportWords } from './report.ts'

/** The month over which is told how long a gateway was there. */
const MONTH = 30 * DAY
/** More than are kept of a gateway. */
const ALL = 1000

const TAGS = { ch_DE: 'de-CH', ch_EN: 'en-GB' } as const

interface Parts {
  store: Pick<Store, 'networkSnapshots'>
  homes: Pick<LookingBack, 'history'>
  /** The folder of texts. */
  locales: string
  now(): number
}

/** How gateways do, in figures and as a report (decision 0143). */
export class Statistics {
  readonly #parts: Parts
  readonly #words = new Map<string, ReportWords>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async of(gateway: Gateway): Promise<GatewayStatistic> {
    return (await this.#looked(gateway)).statistic
  }

  async saved(serialNumber: string, page: number, limit: number) {
    const { data, count } = await this.#parts.store.networkSnapshots.spans(serialNumber, { page, limit })
    return {
      count,
      data: data.map(
        ({ weak, lost, ...span }): SavedStatistic => ({ ...span, weak: weak.length, lost: lost.length }),
      ),
    }
  }

  /** Moments of all that is kept, newest first. */
  async timestamps(serialNumber: string): Promise<number[]> {
    return (await this.saved(serialNumber, 1, ALL)).data.map(({ at }) => at)
  }

  async report(gateway: Gateway, language: Language, zone: string, kpi: boolean): Promise<StatisticReport> {
    const [{ statistic, told, days }, { data }] = await Promise.all([
      this.#looked(gateway),
      this.saved(gateway.serialNumber, 1, ALL),
    ])
    const { reached, ...others } = statistic
    const pdf = await printed({
      of: 'gateway',
      report: {
        statistic: kpi ? statistic : others,
        saved: data.toReversed(),
        connection: kpi ? whenReached(told, days) : [],
        ...{ days, zone, now: days.to },
        words: this.#wordsOf(language, 'statistic'),
        language: TAGS[language],
      },
    })
    const day = new Date(days.to).toISOString().slice(0, 10)
    return { name: `${fileName(gateway.name)} ${day}.pdf`, pdf: pdf.toString('base64') }
  }

  /** All gateways, or those of a group, on paper. */
  async fleet(report: FleetReport, language: Language, zone: string): Promise<StatisticReport> {
    const words = this.#wordsOf(language, 'fleetReport')
    const now = this.#parts.now()
    const pdf = await printed({
      of: 'fleet',
      report: { report, words, language: TAGS[language], zone, now },
    })
    const day = new Date(now).toISOString().slice(0, 10)
    const name = fileName(report.group ?? words.title ?? '')
    return { name: `${name} ${day}.pdf`, pdf: pdf.toString('base64') }
  }

  async #looked(gateway: Gateway): Promise<{ statistic: GatewayStatistic; told: Points; days: Days }> {
    const { store, homes, now } = this.#parts
    const days = { from: now() - MONTH, to: now() }
    const [history, last, { count }] = await Promise.all([
      homes.history(gateway.serialNumber, { named: [''] }, days),
      store.networkSnapshots.lastBefore(gateway.serialNumber, days.to),
      store.networkSnapshots.spans(gateway.serialNumber, { page: 1, limit: 1 }),
    ])
    const told = history.get('') ?? NONE
    const reached = reachedOf(told, days)
    const { serialNumber, name, model, connectionStatus, connectionStatusSince, currentFWVersion } = gateway
    const statistic = {
      ...{ serialNumber, name, model, connectionStatus, saved: count },
      ...(connectionStatusSince !== undefined && { connectionStatusSince }),
      ...(currentFWVersion !== undefined && { currentFWVersion }),
      ...(reached !== undefined && { reached }),
      ...(last && { devices: summaryOf(last) }),
    }
    return { statistic, told, days }
  }

  #wordsOf(language: Language, area: 'statistic' | 'fleetReport'): ReportWords {
    const path = join(this.#parts.locales, language, `${area}.json`)
    const words = this.#words.get(path) ?? flat(JSON.parse(readFileSync(path, 'utf8')))
    this.#words.set(path, words)
    return words
  }
}

/** As it may be called on every disk. */
const fileName = (name: string): string =>
  cleanText(name)
    .replaceAll(/[/\\:*?"<>|]/g, '-')
    .slice(0, 80)
    .toWellFormed()

/** Texts by their whole key. */
function flat(words: object, before = ''): ReportWords {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flat(value, `${before}${key}.`))
        : [[`${before}${key}`, String(value)]],
    ),
  )
}

interface Days {
  from: number
  to: number
}
