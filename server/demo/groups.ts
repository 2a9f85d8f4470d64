import type { GroupBody } from '#schemas/generated/entities/group-body.ts'
import type { NewGateway } from '../store/gateways/gateways.ts'
import type { MemberKey } from '../store/lists/group-members.ts'

interface DemoGroup extends GroupBody {
  _id: string
  members: readonly MemberKey[]
}

/** One of so many gateways is tried on first. */
const PILOT_EVERY = 12
/** One of so many stands in the estate, and its owner is told what is told to it. */
const ESTATE_EVERY = 9

const gatewayKey = ({ serialNumber }: NewGateway): MemberKey => ({ kind: 'gateway', id: serialNumber })
const userKey = (id: string): MemberKey => ({ kind: 'user', id })

/** What administrators put together: gateways alone, gateways with their owners, people alone. */
export function demoGroups(gateways: readonly NewGateway[], support: string): readonly DemoGroup[] {
  const nth = (every: number, model: string) =>
    gateways.filter(({ model: one }) => one === model).filter((_one, at) => at % every === 0)
  const estate = nth(ESTATE_EVERY, 'DOC400')
  const owners = new Set(estate.flatMap(({ userId }) => userId ?? []))
  return [
    {
      ...{ _id: 'demo-pilot', groupName: 'Pilot 4.22' },
      ...{ description: 'Bekommen neue Versionen zuerst', tag: 'Firmware' },
      members: nth(PILOT_EVERY, 'VOC200').map(gatewayKey),
    },
    {
      ...{ _id: 'demo-estate', groupName: 'Siedlung Lindenweg' },
      ...{ description: 'Genossenschaft, zwei Häuser', tag: 'Kunde' },
      members: [...estate.map(gatewayKey), ...[...owners].map(userKey)],
    },
    {
      ...{ _id: 'demo-partners', groupName: 'Servicepartner', description: 'Wer in Wohnungen helfen darf' },
      members: [userKey(support)],
    },
  ]
}
