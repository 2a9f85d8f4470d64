import { type RawBuilder, sql as text } from 'kysely'
import type { AnalyticsEngine } from '#schemas/generated/definitions/rules-analytics.ts'
import { NOWHERE } from '../gateways/matching-gateways.ts'

const DAY = 86_400_000

/** An order that an index of gateways has, or of what was counted of them. */
export interface IndexedOrder {
  name: string
  by: RawBuilder<string | number>
  /** Breaks ties, in the same index. */
  number: RawBuilder<string>
  /** Where the index is; each gateway is there once at most. */
  from: RawBuilder<unknown>
  /** Of which gateways it is known; without it of each. */
  those?: RawBuilder<unknown>
  /** The same where nothing is asked of gateways themselves. */
  alone?: { from: RawBuilder<unknown>; those: RawBuilder<unknown> }
  /** Whether there are others, of which it is not known. */
  known?: { others: RawBuilder<unknown> }
}

interface Source {
  from: RawBuilder<unknown>
  fields: Readonly<Record<string, RawBuilder<unknown>>>
  /** Where rows are gateways. */
  orders?: Readonly<Record<string, IndexedOrder>>
}

const gatewayFields = {
  serialNumber: text`gateways.serial_number`,
  name: text`gateways.name`,
  model: text`gateways.model`,
  version: text`gateways.current_fw_version`,
  connectionStatus: text`gateways.connection_status`,
}

const own = (column: string): IndexedOrder => ({
  name: column,
  ...{
    by: text.ref<string>(`gateways.${column}`),
    number: text`gateways.serial_number`,
    from: text`gateways`,
  },
})

/** By what was counted: not every gateway has been. */
const counted = (column: 'devices' | 'scenes' | 'at'): IndexedOrder => {
  const said = text`${text.ref(`gateway_counts.${column}`)} is not null`
  const is = text`gateway_counts.serial_number = gateways.serial_number and ${said}`
  return {
    name: column,
    ...{ by: text.ref<number>(`gateway_counts.${column}`), number: text`gateway_counts.serial_number` },
    // SQLite reads a cross join from left to right: by the index of the order.
    from: text`gateway_counts cross join gateways`,
    those: is,
    alone: { from: text`gateway_counts`, those: said },
    known: { others: text`not exists (select 1 from gateway_counts where ${is})` },
  }
}

/** The only words that ever become SQL: whatever is asked chooses among them. */
export const SOURCES: Readonly<Record<AnalyticsEngine['of'], Source>> = {
  gateway: {
    from: text`gateways left join gateway_counts on gateway_counts.serial_number = gateways.serial_number`,
    fields: {
      ...gatewayFields,
      devices: text`gateway_counts.devices`,
      scenes: text`gateway_counts.scenes`,
      countedAt: text`gateway_counts.at`,
    },
    orders: {
      serialNumber: own('serial_number'),
      name: own('name_order'),
      model: own('model'),
      version: {
        ...own('fw_order'),
        those: text`gateways.fw_order > ''`,
        known: { others: text`gateways.fw_order = ''` },
      },
      connectionStatus: own('connection_status'),
      devices: counted('devices'),
      scenes: counted('scenes'),
      countedAt: counted('at'),
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
