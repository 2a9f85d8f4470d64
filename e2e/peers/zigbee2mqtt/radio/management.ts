import { zcl, zdo } from './herdsman.ts'
import { type RadioNode, nodes } from './nodes.ts'

/** Answers to ZDO requests: who a node is, which endpoints it has, whom it hears. */

export const coordinator = '0x00124b0000000001'
const pan = Array.from({ length: 8 }, () => 0xdd)
const ok = 0

const clusterId = (name: string): number => zcl.Utils.getCluster(name, undefined, {}).ID

/** Undefined: no such request is known, and success without a body is the answer. */
export function managementAnswer(request: number, node: RadioNode | undefined, joined: ReadonlySet<RadioNode>, payload: Buffer): unknown {
  const address = node?.address ?? 0
  switch (request) {
    case zdo.NODE_DESCRIPTOR_REQUEST:
      return [ok, descriptor(node)]
    case zdo.ACTIVE_ENDPOINTS_REQUEST:
      return [ok, { nwkAddress: address, endpointList: node ? Object.keys(node.endpoints).map(Number) : [1] }]
    case zdo.SIMPLE_DESCRIPTOR_REQUEST:
      return [ok, simpleDescriptor(node, payload.at(-1) ?? 1)]
    case zdo.LQI_TABLE_REQUEST:
      return [ok, neighbours(node, joined, payload[0] ?? 0)]
    case zdo.ROUTING_TABLE_REQUEST:
      return [ok, routes(node, joined, payload[0] ?? 0)]
    case zdo.BINDING_TABLE_REQUEST:
      return [ok, { bindingTableEntries: 0, startIndex: 0, entryList: [] }]
    case zdo.NETWORK_ADDRESS_REQUEST:
    case zdo.IEEE_ADDRESS_REQUEST:
      return [ok, { eui64: node?.ieee ?? coordinator, nwkAddress: address, startIndex: 0, assocDevList: [] }]
    default:
      return [ok, undefined]
  }
}

function descriptor(node: RadioNode | undefined) {
  const router = node?.role === 'router' ? 1 : 0
  return {
    nwkAddress: node?.address ?? 0,
    logicalType: node ? (router ? 1 : 2) : 0,
    fragmentationSupported: false,
    apsFlags: 0,
    frequencyBand: 8,
    capabilities: {
      alternatePANCoordinator: 0,
      deviceType: router,
      powerSource: router,
      rxOnWhenIdle: router,
      reserved1: 0,
      reserved2: 0,
      securityCapability: 0,
      allocateAddress: 1,
    },
    manufacturerCode: node?.manufacturerCode ?? 0,
    maxBufSize: 82,
    maxIncTxSize: 128,
    serverMask: {
      primaryTrustCenter: 0,
      backupTrustCenter: 0,
      deprecated1: 0,
      deprecated2: 0,
      deprecated3: 0,
      deprecated4: 0,
      networkManager: 0,
      reserved1: 0,
      reserved2: 0,
      stackComplianceRevision: 22,
    },
    maxOutTxSize: 128,
    deprecated1: 0,
    tlvs: [],
  }
}

function simpleDescriptor(node: RadioNode | undefined, endpoint: number) {
  const { device = 5, attributes = {}, outputs = [] } = node?.endpoints[endpoint] ?? {}
  return {
    nwkAddress: node?.address ?? 0,
    length: 0,
    endpoint,
    profileId: 260,
    deviceId: device,
    deviceVersion: 1,
    inClusterList: Object.keys(attributes).map(clusterId),
    outClusterList: outputs.map(clusterId),
  }
}

/** Tables come three entries at a time. */
const page = <T>(list: readonly T[], from: number): readonly T[] => list.slice(from, from + 3)

function neighbours(node: RadioNode | undefined, joined: ReadonlySet<RadioNode>, from: number) {
  const entry = (ieee: string, nwkAddress: number, deviceType: number, relationship: number, lqi: number) => ({
    extendedPanId: pan,
    eui64: ieee,
    nwkAddress,
    deviceType,
    rxOnWhenIdle: deviceType === 2 ? 0 : 1,
    relationship,
    reserved1: 0,
    permitJoining: 2,
    reserved2: 0,
    depth: nwkAddress === 0 ? 0 : node ? 2 : 1,
    lqi,
  })
  const children = [...joined]
    .filter(({ parent = 0 }) => parent === (node?.address ?? 0))
    .map(({ ieee, address, role, lqi }) => entry(ieee, address, role === 'router' ? 1 : 2, 1, lqi))
  const list = node ? [...children, entry(coordinator, 0, 0, 0, node.lqi)] : children
  return { neighborTableEntries: list.length, startIndex: from, entryList: page(list, from) }
}

function routes(node: RadioNode | undefined, joined: ReadonlySet<RadioNode>, from: number) {
  const list = [...joined]
    .filter((other) => other !== node)
    .map(({ address, parent }) => ({
      destinationAddress: address,
      status: 'ACTIVE',
      memoryConstrained: 0,
      manyToOne: 0,
      routeRecordRequired: 0,
      reserved1: 0,
      nextHopAddress: node ? address : (parent ?? address),
    }))
  return { routingTableEntries: list.length, startIndex: from, entryList: page(list, from) }
}

export const nodeAt = (address: number): RadioNode | undefined => nodes.find((node) => node.address === address)
