import { type RawBuilder, sql as text } from 'kysely'
import type { AnalyticsEngine } from '#schemas/generated/definitions/rules-analytics.ts'
import type { AnalyticsRow } from '#schemas/generated/entities/analytics-row.ts'
import type { Database } from './database.ts'
import { NOWHERE } from './gateways/gateway-choice.ts'

export interface AnalyticsAsked {
  /** From 1. */
  page: number
  limit: number
  /** A column; a leading minus turns it round. */
  orderBy: string
  /** By parameter. */
  parameters: Readonly<Record<string, string>>
}

type Row = Readonly<Record<string, string | number | null>>

/** Questions about all gateways, as `catalogue/rules/analytics.json` words them. */
export interface Analytics {
  query(engine: AnalyticsEngine, asked: AnalyticsAsked): Promise<{ data: AnalyticsRow[]; count: number }>
}

const DAY = 86_400_000

interface Of {
  from: RawBuilder<unknown>
  fields: Readonly<Record<string, RawBuilder<unknown>>>
}

const gatewayFields = {
  serialNumber: text`gateways.serial_number`,
  name: text`gateways.name`,
  model: text`gateways.model`,
  version: text`gateways.current_fw_version`,
  connectionStatus: text`gateways.connection_status`,
}

/** The only words that ever become SQL: whatever is asked chooses among them. */
const SOURCES: Readonly<Record<AnalyticsEngine['of'], Of>> = {
  gateway: {
    from: text`gateways left join gateway_counts on gateway_counts.serial_number = gateways.serial_number`,
    fields: {
      ...gatewayFields,
      devices: text`gateway_counts.devices`,
      scenes: text`gateway_counts.scenes`,
      countedAt: text`gateway_counts.at`,
    },
  },
  class: {
    from: text`gateway_classes join gateways on gateways.serial_number = gateway_classes.serial_number`,
    fields: {
      ...gatewayFields,
      deviceClass: text`gateway_classes.class`,
      devices: text`gateway_classes.devices`,
    },
  },
  place: {
    from: text`gateways left join gateway_centres on gateway_centres.serial_number = gateways.serial_number
      left join centres on centres.code = gateway_centres.centre`,
    fields: {
      ...gatewayFields,
      region: text`coalesce(centres.region, ${text.lit(NOWHERE)})`,
      state: text`centres.state`,
      online: text`case when gateways.connection_status = 'online' then 1 else 0 end`,
    },
  },
  failure: {
    from: text`gateway_failures join gateways on gateways.serial_number = gateway_failures.serial_number`,
    fields: {
      ...gatewayFields,
      failureKind: text`gateway_failures.kind`,
      times: text`gateway_failures.times`,
      at: text`gateway_failures.day * ${text.lit(DAY)}`,
    },
  },
}

type Gathering = NonNullable<AnalyticsEngine['columns'][number]['as']>

const GATHERED: Readonly<Record<Gathering, (field: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  count: () => text`count(*)`,
  sum: (field) => text`sum(${field})`,
  max: (field) => text`max(${field})`,
  share: () => text`round(count(*) * 100.0 / sum(count(*)) over (), 1)`,
  percent: (field) => text`round(sum(${field}) * 100.0 / count(*), 1)`,
}

export const analyticsOn = ({ sql }: Database): Analytics => ({
  async query({ of, columns }, { page, limit, orderBy, parameters }) {
    const { from, fields } = SOURCES[of]
    const fieldOf = (name: string): RawBuilder<unknown> => {
      const field = fields[name]
      if (!field) throw new Error(`${of} has no ${name}`)
      return field
    }
    const named = columns.map(({ field, as, named: name = field }) => ({ name, field: fieldOf(field), as }))
    const shown = named.map(
      ({ name, field, as }) => text`${as ? GATHERED[as](field) : field} as ${text.id(name)}`,
    )
    const by = named.filter(({ as }) => as === undefined)
    const narrowed = Object.entries(parameters).map(([name, value]) =>
      name === 'group'
        ? text`gateways.serial_number in (select serial_number from group_gateways where group_id = ${value})`
        : text`${fieldOf(name)} = ${value}`,
    )
    const where = narrowed.length > 0 ? text` where ${text.join(narrowed, text` and `)}` : text``
    const gathered =
      by.length < named.length
        ? text` group by ${text.join(
            by.map(({ field }) => field),
            text`, `,
          )}`
        : text``
    const rows = text`select ${text.join(shown, text`, `)} from ${from}${where}${gathered}`
    const turned = orderBy.startsWith('-')
    const first = text.id(turned ? orderBy.slice(1) : orderBy)
    // What is not known comes last, whichever way round; ties are broken by what tells rows apart.
    const order = text.join(
      [
        text`case when ${first} is null then 1 else 0 end`,
        turned ? text`${first} desc` : first,
        ...by.map(({ name }) => text.id(name)),
      ],
      text`, `,
    )
    const cut = text`order by ${order} limit ${limit} offset ${(page - 1) * limit}`
    const total = text`select count(*) from answer`
    const gathers = by.length < named.length
    // What is gathered is gathered once, for the page and for how many rows there are.
    const { rows: found } = gathers
      ? await text<Row>`with answer as materialized (${rows}) select answer.*, (${total}) as total from answer ${cut}`.execute(
          sql,
        )
      : await text<Row>`select * from (${rows}) as answer ${cut}`.execute(sql)
    const known = gathers ? found[0]?.total : undefined
    const counted =
      known ??
      (await text<{ n: number }>`with answer as (${rows}) select (${total}) as n`.execute(sql)).rows[0]?.n
    const gauges = new Set(named.filter(({ as }) => as !== undefined).map(({ name }) => name))
    return {
      data: found.map(({ total: _, ...row }) => ({
        id: by.map(({ name }) => row[name] ?? '').join('/'),
        ...Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            gauges.has(name) && value !== null ? Number(value) : value,
          ]),
        ),
      })),
      count: Number(counted ?? 0),
    }
  },
})
