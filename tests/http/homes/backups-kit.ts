import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Backup } from '#schemas/generated/entities/backup.ts'
import type { BackupPlan } from '#schemas/generated/entities/backup-plan.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { type Caller, callerOf, quickSite, settled } from '../gateway-kit.ts'
import { type Site, stranger } from '../kit.ts'

/** A site with the demo home, without a backup before each test, and what people do with them. */
export function demoBackups() {
  let site: Site
  let owner: Caller
  let visitor: Caller
  beforeAll(async () => {
    site = await quickSite()
    owner = await callerOf(site, 'demo-home')
    visitor = await callerOf(site, 'demo-guest')
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await settled(site)
    for (const { _id } of await backups()) await site.store.backups.remove(_id)
  })
  const home: Caller = (...asked) => owner(...asked)
  const guest: Caller = (...asked) => visitor(...asked)

  const listPath = (user = 'demo-home') => `/backup/${user}/list/${SN}`
  const backups = async (): Promise<Backup[]> =>
    (await home('GET', listPath())).json<{ data: Backup[] }>().data
  const wish = (more: object = {}) => ({
    ...{ userId: 'demo-home', serialNumber: SN, type: 'manual', snapshotName: 'Vor dem Umbau' },
    ...more,
  })
  const made = async (more: object = {}): Promise<Backup> => {
    const answer = await home('POST', '/backup/saveBackup', wish(more))
    expect(answer.status).toBe(201)
    return answer.json<Backup>()
  }
  const planOf = async ({ _id }: Backup, more: object = {}): Promise<BackupPlan> =>
    (await home('POST', `/backup/preview/${_id}`, more)).json<BackupPlan>()
  const restored = async ({ _id }: Backup, more: object = {}): Promise<void> => {
    const body = { userId: 'demo-home', serialNumber: SN, backupId: _id, ...more }
    expect(await home('POST', '/backup/restoreBackup', body)).toMatchObject({ status: 202 })
    await settled(site)
  }
  const all = ({ items }: BackupPlan) => ({ chosen: items.map(({ kind, id }) => ({ kind, id })) })
  async function file(backup: Backup, caller = 'demo-home'): Promise<Response> {
    const sessionId = await site.sessionOf(caller)
    return fetch(`${site.url}/api/backup/export/${backup._id}`, { headers: { sessionId } })
  }
  async function taken(
    bytes: Uint8Array,
    { name = 'home.zip', gtwSN = SN, more = {} as Record<string, string> } = {},
  ): Promise<{ status: number; body: { errorCode: string }[] & Backup }> {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], name))
    for (const [field, value] of Object.entries({ fileName: name, userId: 'demo-home', gtwSN, ...more }))
      form.set(field, value)
    const answer = await fetch(`${site.url}/api/backup/import/${SN}`, {
      method: 'POST',
      body: form,
      headers: { sessionId: await site.sessionOf('demo-home'), 'x-forwarded-for': stranger() },
    })
    return { status: answer.status, body: (await answer.json()) as { errorCode: string }[] & Backup }
  }

  return {
    get site(): Site {
      return site
    },
    ...{ home, guest, listPath, backups, wish, made, planOf, restored, all, file, taken },
  }
}

/** What a refused file is told. */
export const codeOf = ({
  status,
  body,
}: {
  status: number
  body: readonly { errorCode: string }[]
}): string => `${status} ${body[0]?.errorCode}`
