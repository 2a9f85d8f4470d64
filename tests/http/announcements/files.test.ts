import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AnnouncementFile } from '#schemas/generated/entities/announcement-file.ts'
import { callerOf } from '../gateway-kit.ts'
import { Site, stranger } from '../kit.ts'
import { begun, CODE, coded, read, send, somebody, something, until } from './announcements-kit.ts'

const PLAN = 'Ort;Tag\nBern;Montag\n'
const HOUR = 3_600_000

let site: Site
let office: SMTPServer
const letters: { to: string; text: string }[] = []
beforeAll(async () => {
  office = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        letters.push({ to: envelope.rcptTo[0]?.address ?? '', text: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => {
    office.listen(0, '127.0.0.1', resolve)
  })
  const { port } = office.server.address() as AddressInfo
  site = await Site.open({
    GATEHOUSE_SMTP: `smtp://127.0.0.1:${port}`,
    GATEHOUSE_MAIL_FROM: 'Gatehouse <home@gatehouse.test>',
  })
})
afterAll(async () => {
  await site.close()
  await new Promise<void>((resolve) => {
    office.close(resolve)
  })
})

async function upload(name: string, content: string | Uint8Array<ArrayBuffer>, by = 'demo-admin') {
  const form = new FormData()
  form.set('file', new File([content], name))
  form.set('fileName', name)
  const answer = await fetch(`${site.url}/api/asm/file`, {
    method: 'POST',
    body: form,
    headers: { sessionId: await site.sessionOf(by), 'x-forwarded-for': stranger() },
  })
  return { status: answer.status, body: (await answer.json()) as AnnouncementFile & { errorCode: string }[] }
}

/** The lines of an attachment, unpacked. */
const attached = (text: string): string =>
  Buffer.from(
    /Content-Disposition: attachment[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(text)?.[1] ?? '',
    'base64',
  ).toString()

/** An announcement to this person alone. */
async function toOne(id: string) {
  const groupName = `Group of ${id}`
  await site.store.groups.create({ _id: id, groupName, description: groupName, at: site.now })
  await site.store.groups.add(id, [{ kind: 'user', id }])
  return something({ filterType: 'group', filter: [groupName] })
}

describe('3.5-066 a file goes with an announcement', () => {
  test('3.5-066 it arrives with the mail, under its name, and the announcement says which', async () => {
    const { status, body: file } = await upload('Plan Bern.csv', PLAN)
    expect([status, file.name, file.kind, file.size]).toEqual([201, 'Plan Bern.csv', 'text/csv', 20])
    const person = await somebody(site)
    // What a caller says of a file counts for nothing.
    const said = { ...file, name: 'other.exe', size: 1 }
    const { _id } = await begun(site, { ...(await toOne(person.id)), file: said })
    const admin = await callerOf(site, 'demo-admin')
    await until(admin, _id)
    expect((await read(admin, _id)).content?.file).toEqual(file)
    await vi.waitFor(() => expect(letters.filter(({ to }) => to === person.username)).toHaveLength(1), {
      ...{ timeout: 20_000, interval: 20 },
    })
    const letter = letters.find(({ to }) => to === person.username)?.text ?? ''
    expect(letter).toMatch(/Content-Type: text\/csv; name="?Plan Bern\.csv/i)
    expect(attached(letter)).toBe(PLAN)
  })

  test('3.5-066 tried on oneself, it comes as well', async () => {
    const { body: file } = await upload('plan.csv', `${PLAN}Zug;Dienstag\n`)
    const admin = await callerOf(site, 'demo-admin')
    const before = letters.length
    const tried = await admin('POST', '/asm/try', { types: ['email'], content: something({ file }) })
    expect(tried.status).toBe(200)
    await vi.waitFor(() => expect(letters.length).toBe(before + 1), { timeout: 20_000, interval: 20 })
    expect(attached(letters.at(-1)?.text ?? '')).toContain('Zug')
  })

  test('3.5-066 anything else, and what is too large, is refused; nobody but administrators brings any', async () => {
    expect((await upload('house.svg', '<svg/>')).body).toMatchObject([
      { errorCode: 'FILE_KIND', field: '/file' },
    ])
    expect((await upload('house.png', PLAN)).body).toMatchObject([{ errorCode: 'FILE_KIND' }])
    expect((await upload('plan.csv', 'x'.repeat(500_001))).body).toMatchObject([{ errorCode: 'TOO_LARGE' }])
    expect((await upload('plan.csv', 'x'.repeat(600_000))).status).toBe(413)
    expect((await upload('plan.csv', PLAN, 'demo-home')).status).toBe(403)
  })

  test('it goes by mail only: without that way it is refused, as is a file that nobody knows', async () => {
    const { body: file } = await upload('plan.csv', PLAN)
    const refused = async (content: ReturnType<typeof something>, way: 'sendEmail' | 'sendPush') => {
      await coded(site, content.announcementName)
      return (await send(site, content, way, CODE)).text
    }
    expect(await refused(something({ file }), 'sendPush')).toContain('FILE_NEEDS_EMAIL')
    expect(await refused(something({ file: { ...file, _id: 'none' } }), 'sendEmail')).toContain('FILE_GONE')
  })

  test('the same file is kept once; one that no announcement has is kept for a day', async () => {
    const [first, again] = [await upload('once.csv', PLAN), await upload('once.csv', PLAN)]
    expect(again.body._id).toBe(first.body._id)
    const { body: used } = await upload('used.csv', PLAN)
    const sendAt = new Date(site.now + 72 * HOUR).toISOString()
    await begun(site, something({ file: used, sendAt }))
    const { announcementFiles } = site.store
    await announcementFiles.sweep(site.now - 24 * HOUR)
    expect(await announcementFiles.about(first.body._id)).toEqual(first.body)
    await announcementFiles.sweep(site.now + 1)
    expect(await announcementFiles.about(first.body._id)).toBeUndefined()
    expect((await announcementFiles.find(used._id))?.bytes.toString()).toBe(PLAN)
  })
})
