import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ExportTask } from '#schemas/generated/entities/export-task.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { DAY, dayOf, packPoints } from '#server/homes/history/points.ts'
import { type Caller, callerOf, Listener, quickSite } from '../gateway-kit.ts'
import { demoFolder, newFolder, type Site, stranger } from '../kit.ts'
import { Mailbox } from '../mail-kit.ts'

let site: Site
let home: Caller
let admin: Caller
beforeAll(async () => {
  site = await quickSite()
  home = await callerOf(site, 'demo-home')
  admin = await callerOf(site, 'demo-admin')
  await past(site)
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.store.limits.purge(Number.MAX_SAFE_INTEGER)
  for (const { id } of (await site.store.exportTasks.list({ page: 1, limit: 100 })).data)
    await site.store.exportTasks.remove(id)
})

const codeOf = (answer: { json<T>(): T }) => answer.json<{ errorCode: string }[]>()[0]?.errorCode
const path = (task: Pick<ExportTask, '_id'>, what = '') => `/privacy/tasks/${task._id}${what}`
const asked = async (userId = 'demo-home', by = home): Promise<ExportTask> => {
  const answer = await by('POST', '/privacy/tasks', { userId })
  expect(answer.status).toBe(201)
  return answer.json<ExportTask>()
}
const begun = async (userId = 'demo-home', by = home): Promise<ExportTask> => {
  const answer = await by('POST', `/privacy/user/${userId}/export`)
  expect(answer.status).toBe(202)
  return answer.json<ExportTask>()
}
const ended = (task: Pick<ExportTask, '_id'>, by = home): Promise<ExportTask> =>
  vi.waitFor(
    async () => {
      const now = (await by('GET', path(task))).json<ExportTask>()
      if (['Pending', 'In Progress'].includes(now.taskState.status)) throw new Error('it goes on')
      return now
    },
    { timeout: 50_000, interval: 50 },
  )
async function fileOf(task: Pick<ExportTask, '_id'>, who = 'demo-home', at = site) {
  const answer = await fetch(`${at.url}/api${path(task, '/download')}`, {
    headers: { sessionId: await at.sessionOf(who), 'x-forwarded-for': stranger() },
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const files = answer.ok ? unzipSync(bytes) : {}
  return { status: answer.status, headers: answer.headers, bytes, files }
}
type Files = Awaited<ReturnType<typeof fileOf>>['files']
const textOf = (files: Files, name: string) => strFromU8(files[name] ?? new Uint8Array())

/** What some devices of the demo home, and one that is gone, told today and a month ago. */
async function past({ store, now }: Site): Promise<void> {
  const { devices } = (await home('GET', `/home/${SN}/snapshot?first=30`)).json<{
    devices: { device: { id: string } }[]
  }>()
  const today = dayOf(now)
  const points = (day: number): string =>
    packPoints({
      times: Array.from({ length: 240 }, (_, n) => day * DAY + n * 60_000),
      values: Array.from({ length: 240 }, (_, n) => n / 10 - 2),
      meaning: { draw: 'area', unit: '°C' },
    })
  const ids = [...devices.map(({ device }) => device.id), 'gone-device']
  await store.history.put(
    SN,
    ids.flatMap((id) =>
      [today - 30, today - 1].map((day) => ({
        ...{ series: `${id}/TemperatureService/temperature`, day, rolled: false },
        points: points(day),
      })),
    ),
  )
}

/** A person of his own, with a little that is kept about him. */
let people = 0
async function somebody(firstName = 'Anna', preferredLanguage: 'ch_DE' | 'ch_EN' = 'ch_EN') {
  people++
  const id = `person-${people}`
  await site.store.accounts.create(
    {
      ...{ id, username: `${id}@gatehouse.test`, firstName, lastName: 'Moser' },
      ...{ groups: ['users'], preferredLanguage, contact: [] },
    },
    { passwordHash: null, at: site.now },
  )
  return { id, caller: await callerOf(site, id) }
}

describe('spec 3 §4 an export of personal data', () => {
  // 3.3-061 3.3-063 3.3-064 3.7-130 3.7-132 3.7-135
  test('3.4-001 3.4-002 it is asked for, goes on and is completed; its owner and administrators hear of it', async () => {
    const [own, chief] = [await Listener.of(site, 'demo-home'), await Listener.of(site, 'demo-admin')]
    const task = await begun()
    expect(task).toMatchObject({
      userId: 'demo-home',
      taskState: { status: 'In Progress', startedAt: expect.stringMatching(/Z$/) },
      userProfile: { username: 'home@gatehouse.test' },
    })
    const done = await ended(task)
    expect(done.taskState).toEqual({
      status: 'Completed',
      startedAt: task.taskState.startedAt,
      completedAt: expect.stringMatching(/Z$/),
    })
    expect(done.size).toBeGreaterThan(1000)
    const seven = 7 * 24 * 3_600_000
    expect(Date.parse(done.keptUntil ?? '') - Date.parse(done.taskState.completedAt ?? '')).toBe(seven)
    const info = (await home('GET', path(task, '/info'))).json<ExportTask>()
    expect(info.contents?.map(({ about }) => about)).toEqual(
      expect.arrayContaining(['profile', 'history', 'scenes']),
    )
    const page = (await home('GET', '/privacy/user/demo-home/tasks')).json<{ count: number }>()
    expect(page).toMatchObject({ count: 1, data: [{ _id: task._id }] })
    await own.heard('export_created')
    await own.quiet()
    const states = own.own('export_updated').map(({ data }) => (data as { task: ExportTask }).task)
    expect(states[0]?.taskState.status).toBe('In Progress')
    expect(states.at(-1)).toEqual(done)
    // 3.4-007: whose it is, is not for every administrator.
    await chief.quiet()
    expect(chief.admins('export_updated').at(-1)?.data).toEqual({
      task: { ...done, userProfile: { username: 'h***@g***' } },
    })
    expect(await new Mailbox(site).newest('home@gatehouse.test')).toMatchObject({
      subject: 'Ihre Daten liegen bereit',
    })
  })

  // 3.4-003 3.4-006 3.7-133 3.7-134 3.7-137
  test('3.4-005 it may be started unless it is in progress or completed, and stopped while it runs', async () => {
    const task = await asked()
    expect(task.taskState).toEqual({ status: 'Pending' })
    expect(codeOf(await home('POST', path(task, '/stop')))).toBe('EXPORT_NOT_RUNNING')
    expect((await home('POST', path(task, '/start'))).status).toBe(202)
    expect(codeOf(await home('POST', path(task, '/start')))).toBe('EXPORT_IN_PROGRESS')
    expect(codeOf(await home('POST', '/privacy/user/demo-home/export'))).toBe('EXPORT_IN_PROGRESS')
    const stopped = await home('POST', path(task, '/stop'))
    expect(stopped.json<ExportTask>().taskState).toMatchObject({
      status: 'Canceled',
      canceledAt: expect.stringMatching(/Z$/),
    })
    expect((await fileOf(task)).status).toBe(404)
    // What was refused has left nothing behind.
    expect((await home('GET', '/privacy/user/demo-home/tasks')).json<{ count: number }>().count).toBe(1)
    expect((await home('POST', path(task, '/start'))).status).toBe(202)
    expect((await ended(task)).taskState.status).toBe('Completed')
    expect(codeOf(await home('POST', path(task, '/start')))).toBe('EXPORT_COMPLETED')
    expect((await home('DELETE', path(task))).status).toBe(204)
    expect((await home('GET', path(task))).status).toBe(404)
    expect((await home('GET', '/privacy/user/demo-home/tasks')).json()).toEqual({ data: [], count: 0 })
  })

  test('3.4-005 of many who begin at once one does', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => home('POST', '/privacy/user/demo-home/export')),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409, 409])
    expect((await home('GET', '/privacy/user/demo-home/tasks')).json<{ count: number }>().count).toBe(1)
  })

  // 3.8-024
  test('it is kept for seven days, then it is gone; a file that is not there is temporarily unavailable', async () => {
    const other = await quickSite()
    try {
      const caller = await callerOf(other, 'demo-guest')
      const task = (await caller('POST', '/privacy/user/demo-guest/export')).json<ExportTask>()
      await ended(task, caller)
      expect((await fileOf(task, 'demo-guest', other)).status).toBe(200)
      other.pass(8 * 24 * 3_600_000)
      const again = await callerOf(other, 'demo-guest')
      const waiting = (await again('POST', '/privacy/tasks', { userId: 'demo-guest' })).json<ExportTask>()
      expect(codeOf(await again('GET', path(waiting, '/download')))).toBe('FILE_TEMPORARILY_UNAVAILABLE')
      const { PersonalExports } = await import('#server/privacy/exports.ts')
      const told: string[] = []
      const exports = new PersonalExports({
        store: other.store,
        broker: {
          publishToUser: (_user: string, { event }: { event: string }) => told.push(event),
          publishToAdmins: () => undefined,
        },
        clock: { now: () => other.now, after: () => () => undefined },
        locales: join(import.meta.dirname, '../../../locales'),
      } as unknown as ConstructorParameters<typeof PersonalExports>[0])
      await exports.sweep()
      expect(new Set(told)).toEqual(new Set(['export_deleted']))
      expect((await again('GET', path(task))).status).toBe(404)
      expect((await again('GET', path(waiting))).status).toBe(200)
    } finally {
      await other.close()
    }
  })

  // 3.4-004
  test('it goes on after the server was stopped in its midst, and says that it failed when that happens again and again', async () => {
    const data = demoFolder()
    let at = await quickSite({ exportStep: 60 }, {}, data)
    let caller = await callerOf(at, 'demo-home')
    const task = (await caller('POST', '/privacy/user/demo-home/export')).json<ExportTask>()
    const midst = () =>
      vi.waitFor(async () => {
        const { progress = 0 } = (await caller('GET', path(task))).json<ExportTask>()
        if (progress === 0) throw new Error('not there yet')
      }, 20_000)
    await midst()
    await at.stop()
    at = await quickSite({}, {}, data)
    caller = await callerOf(at, 'demo-home')
    expect((await ended(task, caller)).taskState.status).toBe('Completed')
    expect((await fileOf(task, 'demo-home', at)).files['index.html']).toBeDefined()

    const next = (await caller('POST', '/privacy/user/demo-home/export')).json<ExportTask>()
    await at.store.exportTasks.cancel(next._id, at.now)
    await at.store.exportTasks.start(next._id, at.now)
    for (const run of ['a', 'b', 'c']) await at.store.exportTasks.take(next._id, run)
    await at.stop()
    at = await quickSite({}, {}, data)
    caller = await callerOf(at, 'demo-home')
    const failed = await ended(next, caller)
    expect(failed).toMatchObject({
      taskState: { status: 'Failed', failedAt: expect.stringMatching(/Z$/) },
      errorCode: 'EXPORT_INTERRUPTED',
    })
    await at.close()
  })
})

describe('what is in the file', () => {
  test('its moments are those of the clocks that its owner goes by', async () => {
    const zone = 'Pacific/Kiritimati'
    await site.store.quietHours.set('demo-home', { active: false, from: 0, until: 0, zone })
    const task = await begun()
    await ended(task)
    const page = textOf((await fileOf(task)).files, 'english.html')
    await site.store.quietHours.set('demo-home', { active: false, from: 0, until: 0, zone: 'Europe/Zurich' })
    const moments = [...page.matchAll(/<time datetime="([^"]+)">([^<]+)</g)]
    const as = new Intl.DateTimeFormat('en-CH', { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone })
    expect(moments.length).toBeGreaterThan(5)
    for (const [, at = '', told] of moments) expect(told).toBe(as.format(Date.parse(at)))
  })

  // 3.2-052 3.7-138
  test('a page that opens by itself, with JSON and tables beside it, in the language of its owner', async () => {
    const task = await begun()
    await ended(task)
    const { files, headers } = await fileOf(task)
    expect(headers.get('content-disposition')).toMatch(/gatehouse-\d{4}-\d\d-\d\d\.zip/)
    const page = textOf(files, 'index.html')
    expect(page).toContain('<html lang="de-CH">')
    expect(textOf(files, 'english.html')).toContain('<html lang="en-CH">')
    expect(page).not.toMatch(/<script|javascript:|https?:/i)
    for (const [, target = ''] of page.matchAll(/href="\.\/([^"]+)"/g))
      expect(Object.keys(files)).toContain(decodeURIComponent(target))
    const profile = JSON.parse(textOf(files, 'account/profile.json')) as { username: string }[]
    expect(profile[0]?.username).toBe('home@gatehouse.test')
    const tables = Object.keys(files).filter((name) => name.endsWith('.csv'))
    const histories = tables.filter((name) => name.includes('/history/'))
    expect(histories.length).toBeGreaterThan(5)
    // Old numbers by the hour, new ones value by value; a minus is no formula.
    const gone = histories.find((one) => one.endsWith('-gone-device.csv'))
    const lines = textOf(files, gone ?? '').split('\r\n')
    expect(lines).toHaveLength(1 + 4 + 240)
    expect([...(files[gone ?? ''] ?? []).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(lines[0]).toBe('Zeitpunkt,Wert,Einheit,Tiefster Wert,Mittelwert,Höchster Wert,Messwert')
    expect(lines[1]).toMatch(/T00:00:00.000Z,3.9,°C,-2,0.95\d*,3.9,TemperatureService\/temperature$/)
    expect(lines[5]).toMatch(/,-2,°C,,,,TemperatureService\/temperature$/)
    const devices = textOf(files, tables.find((name) => name.endsWith('devicesOfHome.csv')) ?? '')
    expect(devices).toContain('Gerätenummer')
    expect(
      Object.values(files)
        .map((one) => strFromU8(one))
        .join('\n'),
    ).not.toMatch(/passwordHash|secret_?hash|"secureId"/i)
  })

  test('A-05 neither secrets nor anything of other people', async () => {
    const { id, caller } = await somebody()
    await site.store.memberships.link({
      ...{ _id: `link-${id}`, masterAccountId: id, secondaryAccountId: 'demo-guest', at: site.now },
      ...{ isSupport: false, verified: true },
    })
    await site.store.notifications.add({
      ...{ userId: id, gateway: SN, at: site.now, kind: 'rule' },
      ...{ title: 'Mail', body: `neighbour@example.com was asked by ${id}@gatehouse.test.` },
    })
    const task = await begun(id, caller)
    await ended(task, caller)
    const all = Object.values((await fileOf(task, id)).files)
      .map((file) => strFromU8(file))
      .join('\n')
    for (const other of ['neighbour@example.com', 'guest@gatehouse', 'demo-guest', 'home@gatehouse'])
      expect(all).not.toContain(other)
    expect(all).toContain(`${id}@gatehouse.test`)
    expect(all).toContain('[…] was asked by')
  })

  test('B-01 V-07 hostile names are nothing but text, in the page, in tables and in the names of files', async () => {
    const name = '=HYPERLINK("https://evil.example")<img src=x onerror=alert(1)>/../../etc/passwd'
    const { id, caller } = await somebody(name)
    await site.store.gateways.create({
      ...{ _id: `gw-${id}`, serialNumber: `HOSTILE-${people}`, name, model: 'DOC400', userId: id },
      ...{ connectionStatus: 'offline', operationMode: 0, subscriptionLockMode: 0 },
    })
    const task = await begun(id, caller)
    await ended(task, caller)
    const { files } = await fileOf(task, id)
    const page = textOf(files, 'index.html')
    expect(page).not.toContain('<img')
    expect(page).toContain('&lt;img src=x')
    expect(textOf(files, 'account/profile.csv')).toContain(`"'=HYPERLINK`)
    for (const file of Object.keys(files)) expect(file).toMatch(/^[\p{L}\p{N}\-/.]+$/u)
    expect(Object.keys(files).filter((file) => file.includes('..'))).toEqual([])
    // The gateway could not be asked, and the page says so.
    expect(page).toContain('class="note"')
  })
})

describe('who may do what', () => {
  // 3.2-009 3.6-009 3.7-004 3.7-131
  test('3.9-001 administrators see all of them, ten a page; others only their own', async () => {
    const { id, caller } = await somebody()
    for (let n = 0; n < 11; n++)
      await site.store.exportTasks.create({
        ...{ id: `many${n}`, userId: n % 2 ? id : 'demo-home', requestedBy: id, requestedAt: site.now },
      })
    const page = (await admin('GET', '/privacy/tasks')).json<{ data: ExportTask[]; count: number }>()
    expect([page.data.length, page.count]).toEqual([10, 11])
    expect((await caller('GET', '/privacy/tasks')).status).toBe(403)
    const own = (await caller('GET', `/privacy/user/${id}/tasks`)).json<{ data: ExportTask[] }>()
    expect(own.data.every(({ userId }) => userId === id)).toBe(true)
    expect((await caller('GET', '/privacy/user/demo-home/tasks')).status).toBe(404)
  })

  test('an administrator asks, starts and hands out for somebody else, whose page says so', async () => {
    const { id, caller } = await somebody()
    const task = await asked(id, admin)
    expect((await admin('POST', path(task, '/start'))).status).toBe(202)
    await ended(task, admin)
    expect((await fileOf(task, 'demo-admin')).status).toBe(200)
    expect((await caller('GET', path(task))).json<ExportTask>()).toMatchObject({
      handedOutTo: 'administrator',
      handedOutAt: expect.stringMatching(/Z$/),
    })
    const [entry] = await site.store.audit.list({ what: 'downloadExport', limit: 1 })
    expect(entry).toMatchObject({ who: 'demo-admin', facts: { userId: id, task: task._id } })
    expect((await fileOf(task, id)).status).toBe(200)
    expect((await caller('GET', path(task))).json<ExportTask>().handedOutTo).toBe('self')
  })

  test('Z-03 who administers without the permission for people serves nobody else', async () => {
    await site.store.accounts.create(
      {
        ...{ id: 'looker', username: 'looker@gatehouse.test', groups: ['admin', 'viewer'] },
        ...{ preferredLanguage: 'ch_EN', contact: [] },
      },
      { passwordHash: null, at: site.now },
    )
    const task = await asked()
    const looker = await callerOf(site, 'looker')
    expect((await looker('GET', '/privacy/tasks')).status).toBe(403)
    for (const [method, what] of [
      ['GET', ''],
      ['GET', '/info'],
      ['GET', '/download'],
      ['POST', '/start'],
      ['POST', '/stop'],
      ['DELETE', ''],
    ] as const)
      expect((await looker(method, path(task, what))).status).toBe(403)
  })

  // 3.6-029 3.6-058
  test('EXPORT_DATA off: nothing is exported any more, what is there can still be had', async () => {
    const data = newFolder()
    const file = join(data, '..', `settings-${Date.now()}.json`)
    writeFileSync(file, JSON.stringify({ flags: { EXPORT_DATA: false } }))
    const off = await quickSite({}, { GATEHOUSE_SETTINGS: file })
    try {
      const caller = await callerOf(off, 'demo-home')
      for (const [to, body] of [
        ['/privacy/user/demo-home/export', undefined],
        ['/privacy/tasks', { userId: 'demo-home' }],
      ] as const) {
        const answer = await caller('POST', to, body)
        expect([answer.status, codeOf(answer)]).toEqual([409, 'EXPORT_DATA_OFF'])
      }
      expect((await caller('GET', '/privacy/user/demo-home/tasks')).status).toBe(200)
    } finally {
      await off.close()
    }
  })

  // 3.6-036 1.6-073 3.7-136
  test('A-06 SECURE_IMPORTANT_ROUTES_WITH_OTP: an export starts with a code for this export alone', async () => {
    const file = join(newFolder(), '..', `otp-${Date.now()}.json`)
    writeFileSync(file, JSON.stringify({ flags: { SECURE_IMPORTANT_ROUTES_WITH_OTP: true } }))
    const safe = await quickSite({}, { GATEHOUSE_SETTINGS: file })
    try {
      const caller = await callerOf(safe, 'demo-home')
      const mailbox = new Mailbox(safe)
      const sessionId = await safe.sessionOf('demo-home')
      const start = (to: string, otp?: string) =>
        safe.call('POST', `/api${to}`, {
          headers: { sessionId, 'x-forwarded-for': stranger(), ...(otp !== undefined && { otp }) },
        })
      const one = (await caller('POST', '/privacy/tasks', { userId: 'demo-home' })).json<ExportTask>()
      const other = (await caller('POST', '/privacy/tasks', { userId: 'demo-home' })).json<ExportTask>()
      expect((await start(path(one, '/start'))).status).toBe(428)
      expect((await start('/privacy/user/demo-home/export')).status).toBe(428)
      const action = 'startExport'
      await caller('POST', '/notifier/notifysuperadmin', { action, uniqueIdentifier: one._id })
      const code = await mailbox.code('home@gatehouse.test')
      expect(codeOf(await start(path(other, '/start'), code))).toBe('OTP_INVALID')
      expect((await start(path(one, '/start'), code)).status).toBe(202)
      expect(codeOf(await start(path(other, '/start'), code))).toBe('OTP_INVALID')
    } finally {
      await safe.close()
    }
  })
})
