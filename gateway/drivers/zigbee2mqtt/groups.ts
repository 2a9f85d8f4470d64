import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { type BridgeRequest, describeExposes } from './describe.ts'
import type { Mapped } from './device.ts'
import { describeEntries } from './managed/entries.ts'
import { groupId, type Neighbour } from './managed/neighbours.ts'
import type { BridgeDevice, BridgeGroup, Expose } from './wire.ts'

/** A group as a device: what all its members can do, and who they are. */
export function mapGroup(
  group: BridgeGroup,
  members: readonly BridgeDevice[],
  neighbours: readonly Neighbour[],
  rules: CatalogueRules,
): Mapped {
  const id = groupId(group.id)
  const shared = describeExposes(sharedBy(members), rules)
  const who: Value = {
    kind: 'list',
    access: ['read', 'write'],
    lengthMax: 500,
    category: 'config',
    item: {
      kind: 'option',
      access: ['read', 'write'],
      options: neighbours.map((one) => ({ value: one.id, label: one.name })),
    },
  }
  const own = describeEntries(
    [
      {
        name: 'members',
        compound: 'group',
        value: who,
        worth: [...group.members],
        request: (wanted) => membership(group, Array.isArray(wanted) ? wanted : []),
      },
    ],
    rules,
  )
  return {
    bridge: {
      ieee: id,
      name: group.name,
      type: 'Router',
      disabled: false,
      supported: true,
      interview: 'SUCCESSFUL',
      battery: false,
      endpoints: [],
    },
    device: {
      id,
      device_name: group.name.slice(0, 128),
      class: 'group',
      bus_id: 'zigbee2mqtt',
      networkType: 'zigbee',
      address: String(group.id),
      service_list: [...shared.services, ...own.services],
    },
    addresses: [...shared.addresses, ...own.addresses],
    members: group.members,
  }
}

/** One request for each device that comes or goes. */
function membership(group: BridgeGroup, wanted: readonly unknown[]): BridgeRequest[] {
  const ask = (request: string, device: unknown): BridgeRequest => ({
    request: `group/members/${request}`,
    body: { group: String(group.id), device },
  })
  return [
    ...wanted.filter((one) => !group.members.includes(String(one))).map((one) => ask('add', one)),
    ...group.members.filter((one) => !wanted.includes(one)).map((one) => ask('remove', one)),
  ]
}

/** Compounds that a group can have, and which of its members' count for it. */
const compounds: readonly { type: string; from: readonly string[] }[] = [
  { type: 'light', from: ['light'] },
  { type: 'switch', from: ['light', 'switch'] },
  { type: 'cover', from: ['cover'] },
  { type: 'lock', from: ['lock'] },
  { type: 'fan', from: ['fan'] },
  { type: 'climate', from: ['climate'] },
]

/** The first compound that all members have, with the features that are the same in all of them. */
function sharedBy(members: readonly BridgeDevice[]): Expose[] {
  const [first, ...others] = members
  if (!first) return []
  for (const { type, from } of compounds) {
    const of = (device: BridgeDevice) => device.definition?.exposes.find((one) => from.includes(one.type))
    const mine = of(first)
    if (!mine) continue
    const theirs = others.map(of)
    if (theirs.includes(undefined)) continue
    const features = mine.features.filter((feature) =>
      theirs.every((one) =>
        one?.features.some((other) => other.name === feature.name && other.type === feature.type),
      ),
    )
    const kept = type === 'switch' ? features.filter(({ name }) => name === 'state') : features
    if (kept.length > 0) return [{ ...mine, type, endpoint: undefined, features: kept.map(ofGroup) }]
  }
  return []
}

/** A group answers for all: it has no endpoint of its own. */
const ofGroup = (feature: Expose): Expose => ({
  ...feature,
  endpoint: undefined,
  property: feature.endpoint ? feature.name : feature.property,
})
