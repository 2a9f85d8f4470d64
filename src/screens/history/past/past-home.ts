import type { DeviceHead, EnginePorts, PropertyAddress } from '#engine/ports.ts'
import { mainOf } from '#engine/property/state/address.ts'
import { readOnlyTile, stillHome } from '#engine/property/state/still-home.ts'
import type { RawValue } from '#engine/widget.ts'
import type { AnswerOf } from '#schemas/calls.ts'
import { idOf } from '../recordable.ts'

export type HomeThen = AnswerOf<'homeAt'>

/** What held then, and since when. */
export interface ValueThen {
  value: RawValue
  at: number
}

/** A home at an earlier moment, in the terms of the engine. */
export interface PastHome {
  heads: readonly DeviceHead[]
  /** Nothing is known of them then: most were not there yet. */
  unknown: readonly DeviceHead[]
  /** How many were there then and are not now. */
  gone: number
  held(address: PropertyAddress): ValueThen | undefined
  ports: EnginePorts
}

export function pastHomeOf(
  then: HomeThen,
  moment: number,
  present: readonly DeviceHead[],
  ports: EnginePorts,
): PastHome {
  const devices = new Map(then.devices.map((device) => [device.device_id, device]))
  const values = new Map<string, ValueThen>(
    then.devices.flatMap(({ device_id: device, values: told }) =>
      told.map(({ service_name: service, property_name: property, value, at }) => [
        idOf({ device, service, property }),
        { value, at },
      ]),
    ),
  )
  const held = (address: PropertyAddress): ValueThen | undefined => {
    const { value, at } = ports.link.get(address)
    // What has not been told since is what it was, also where its recording is older than what is kept.
    if (value !== undefined && at !== undefined && at <= moment) return { value, at }
    return values.get(idOf(address))
  }
  const known = present.filter(
    ({ id, layout }) =>
      devices.has(id) ||
      (layout &&
        mainOf(layout.tile).some(({ service, property }) => held({ device: id, service, property }))),
  )
  const there = new Set(known.map(({ id }) => id))
  const heads = known.map((head): DeviceHead => {
    const { status, status_since: since } = devices.get(head.id) ?? {}
    const { statusReason: _, statusSince: __, ...rest } = head
    return {
      ...rest,
      status: isStatus(status) ? status : head.status,
      ...(since !== undefined && { statusSince: since }),
      layout: head.layout && readOnlyTile(head.layout),
    }
  })
  const now = new Set(present.map(({ id }) => id))
  return {
    heads,
    unknown: present.filter(({ id }) => !there.has(id)),
    gone: then.devices.filter(({ device_id }) => !now.has(device_id)).length,
    held,
    ports: stillHome(heads, held, ports),
  }
}

const isStatus = (code: number | undefined): code is DeviceHead['status'] =>
  code !== undefined && Number.isInteger(code) && code >= 0 && code <= 7
