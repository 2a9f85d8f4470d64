import { demoSerialNumber } from '#server/demo/accounts.ts'
import { readyGateways } from '../jobs-kit.ts'
import { type Site, stranger } from '../kit.ts'
import { own } from '../operations.ts'

let made = 0

/** A group with a gateway that is not as its golden home is. */
async function goldenOf(site: Site, kept = true): Promise<Record<string, string>> {
  made++
  const { store, now } = site
  const [goldenId, groupId] = [`golden-${made}`, `golden-group-${made}`]
  const [serialNumber = ''] = await readyGateways(site, 1)
  await store.groups.create({ _id: groupId, groupName: groupId, description: 'Let flats', at: now })
  await store.groups.add(groupId, [{ kind: 'gateway', id: serialNumber }])
  if (!kept) return { groupId, serialNumber }
  await store.goldenHomes.create({
    ...{ id: goldenId, name: goldenId, groupId, createdAt: now, asOf: now, source: 'live' },
    ...{ serialNumber, gatewayName: 'Flat 3B' },
    reading: {
      content: {
        ...{ floors: [], rules: [], devices: [], infrared: [] },
        statuses: [{ resource_id: 's', name: 'Away', icon: 3 }],
      },
      ...{ model: 'DOC400', automaticBackup: false },
    },
  })
  const row = { what: 'icon', model: '3' }
  await store.drift.put(goldenId, {
    ...{
      serialNumber,
      house: 'Bahnhofstrasse 31',
      place: '8400 Winterthur',
      source: 'live',
      asOf: now,
      at: now,
    },
    differences: [
      { aspect: 'statuses', key: 'away', name: 'Away', how: 'missing', allowed: false, rows: [row] },
    ],
  })
  return { goldenId, serialNumber }
}

/** The file of a backup of the demo's home, as a form with these fields. */
export async function fileForm(site: Site, fields: Readonly<Record<string, string>>) {
  const headers = { sessionId: await site.sessionOf('demo-home'), 'x-forwarded-for': stranger() }
  const body = { userId: 'demo-home', serialNumber: demoSerialNumber, type: 'manual', snapshotName: 'Model' }
  const answer = await site.call('POST', '/api/backup/saveBackup', { headers, body })
  const { _id } = answer.json<{ _id: string }>()
  const bytes = await site.store.backups.fileOf(_id)
  // The file is elsewhere from now on: a home has only so many places for backups.
  await site.store.backups.remove(_id)
  return formOf(bytes ?? new Uint8Array(), fields)
}

export async function formOf(bytes: Uint8Array, fields: Readonly<Record<string, string>>) {
  const data = new FormData()
  data.set('file', new File([new Uint8Array(bytes)], 'model.zip'))
  for (const [field, value] of Object.entries({ fileName: 'model.zip', ...fields })) data.set(field, value)
  const packed = new Response(data)
  return {
    raw: Buffer.from(await packed.arrayBuffer()),
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
  }
}

const on = (query?: string) => async (site: Site) => {
  const { goldenId = '' } = await goldenOf(site)
  return { ids: { goldenId }, ...(query !== undefined && { query }) }
}

export const goldenSuccesses = {
  listGoldenHomes: async (site: Site) => {
    await goldenOf(site)
    return {}
  },
  createGoldenHome: async (site: Site) => {
    const { groupId, serialNumber } = await goldenOf(site, false)
    return { body: { name: `Flat ${made}`, groupId, serialNumber } }
  },
  createGoldenHomeFromFile: async (site: Site) => {
    const { groupId } = await goldenOf(site, false)
    return fileForm(site, { name: `Flat of a file ${made}`, groupId: groupId ?? '' })
  },
  renewGoldenHomeFromFile: async (site: Site) => {
    const { goldenId = '' } = await goldenOf(site)
    return { ids: { goldenId }, ...(await fileForm(site, {})) }
  },
  readGoldenHome: on(),
  deleteGoldenHome: on(),
  compareGoldenHome: on(),
  renewGoldenHome: async (site: Site) => {
    const { goldenId = '', serialNumber } = await goldenOf(site)
    return { ids: { goldenId }, body: { serialNumber: serialNumber ?? own.sn } }
  },
  allowDrift: async (site: Site) => {
    const { goldenId = '' } = await goldenOf(site)
    return { ids: { goldenId }, body: { aspect: 'statuses', key: 'away', allowed: true } }
  },
  listDriftHouses: on(),
  listDriftGateways: on('state=differs'),
  listDriftThings: on('aspect=statuses'),
  readDriftReturn: on('aspect=statuses&key=away'),
}
