import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bodyOf, operations, own, pathOf } from '../../tests/http/operations.ts'
import { NOT_COUNTED } from '../../tests/http/table-changes.ts'
import { expect, test } from '../support/test.ts'

/** What a page can make a browser send to somebody else's server. */
interface Shot {
  method: string
  path: string
  body: unknown
}

/** What homes and the clock bring, whoever fires meanwhile: alarms of devices, automatic backups, looks at the network. */
function byItself(table: string, row: Readonly<Record<string, unknown>>): boolean {
  if (table === 'network_snapshots') return row.by_hand === 0
  if (table === 'backups') return row.type === 'automatic'
  return table === 'outbox' && String(row.message).startsWith('alarm/')
}

/** All that is known about people and gateways, row by row; what merely counts calls is left out. */
function contents(data: string): Set<string> {
  const database = new DatabaseSync(join(data, 'gatehouse.db'), { readOnly: true })
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
    return new Set(
      tables
        .map(({ name }) => String(name))
        .filter((name) => !NOT_COUNTED.test(name))
        .flatMap((name) =>
          database
            .prepare(`SELECT * FROM "${name}"`)
            .all()
            .filter((row) => !byItself(name, row))
            .map((row) => `${name} ${JSON.stringify(row)}`),
        ),
    )
  } finally {
    database.close()
  }
}

/** Once a minute the server clears away what has had its time, whoever fires meanwhile: codes, links, tokens. */
function isOver(row: string): boolean {
  const [, end] = /"expires_at":(\d+)/.exec(row) ?? []
  return end !== undefined && Number(end) <= Date.now()
}

/** Rows that came, became others or vanished before their time. */
const changes = (before: ReadonlySet<string>, after: ReadonlySet<string>): string[] => [
  ...[...after].filter((row) => !before.has(row)).map((row) => `new: ${row}`),
  ...[...before].filter((row) => !after.has(row) && !isOver(row)).map((row) => `gone: ${row}`),
]

/** The mail of the demo's export is the last thing that the demo says by itself. */
const exported = (rows: ReadonlySet<string>): boolean =>
  [...rows].some((row) => row.startsWith('outbox ') && row.includes('Ihre Daten liegen bereit'))

/** What own sign-ins still set off beside their answers has been done, and what the demo does by itself. */
async function settled(data: string): Promise<Set<string>> {
  let last = contents(data)
  await expect
    .poll(
      () => {
        const now = contents(data)
        const differs = changes(last, now)
        last = now
        return exported(now) ? differs : ['what the demo exports is not there yet', ...differs]
      },
      { intervals: [1000], timeout: 60_000 },
    )
    .toEqual([])
  return last
}

test('B-08 a page of another site changes nothing, reads nothing and gets no socket, whatever it fires at every call @night', async ({
  context,
  server,
  sessions,
}) => {
  // Another port of the same machine is another origin and the same site: the harder case.
  const evil = createServer((_request, answer) =>
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>evil</title>'),
  )
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  const { port } = evil.address() as AddressInfo
  try {
    // The demo begins it by itself after some minutes, in the midst of this or before; begun by now it says nothing later.
    await fetch(`${server.url}/api/privacy/tasks/demoexport/start`, {
      method: 'POST',
      headers: { sessionId: sessions.home.sessionId },
    })
    for (const host of ['127.0.0.1', 'localhost']) {
      const page = await context.newPage()
      await page.goto(`http://${host}:${port}/`)
      const shots: Shot[] = operations.map((operation) => ({
        method: operation.method,
        path: pathOf(operation, { ...own, sessionId: sessions.home.sessionId }),
        body: bodyOf(operation, own) ?? {},
      }))
      const before = await settled(server.data)
      const got = await page.evaluate(
        async ([target, aims, sessionId]) => {
          const reached: string[] = []
          for (const { method, path, body } of aims) {
            const address = target + path
            const json = JSON.stringify(body)
            const once = (element: HTMLElement, set: () => void): Promise<void> =>
              new Promise((resolve) => {
                element.onload = () => {
                  reached.push(`image ${path}`)
                  resolve()
                }
                element.onerror = () => resolve()
                set()
              })
            const image = new Image()
            await once(image, () => {
              image.src = address
            })
            const ways: [string, RequestInit][] = [
              [
                'plain',
                {
                  method: method === 'GET' ? 'GET' : 'POST',
                  mode: 'no-cors',
                  body: method === 'GET' ? null : json,
                },
              ],
              [
                'cors',
                {
                  method,
                  headers: { sessionId, 'Content-Type': 'application/json' },
                  body: method === 'GET' ? null : json,
                },
              ],
              ['cookies', { method, credentials: 'include', body: method === 'GET' ? null : json }],
            ]
            for (const [way, init] of ways)
              await fetch(address, init).then(
                (answer) => {
                  if (answer.type !== 'opaque') reached.push(`${way} ${path}`)
                },
                () => {},
              )
            navigator.sendBeacon(address, json)
          }
          const socket = await new Promise((resolve) => {
            const line = new WebSocket(`${target.replace('http', 'ws')}/mqtt`, 'mqtt')
            line.onopen = () => resolve('open')
            line.onerror = () => resolve('refused')
          })
          return { reached, socket }
        },
        [server.url, shots, sessions.home.sessionId] as const,
      )
      expect(got).toEqual({ reached: [], socket: 'refused' })

      // Forms: a page of their own for each answer.
      for (const { path, body } of shots.filter(({ method }) => method === 'POST').slice(0, 12)) {
        const [popup] = await Promise.all([
          context.waitForEvent('page'),
          page.evaluate(
            ([address, text]) => {
              const form = document.createElement('form')
              form.action = address
              form.method = 'post'
              form.enctype = 'text/plain'
              form.target = '_blank'
              const input = document.createElement('input')
              input.name = text
              form.append(input)
              document.body.append(form)
              form.submit()
            },
            [server.url + path, JSON.stringify(body)] as const,
          ),
        ])
        await popup.waitForLoadState()
        await expect(popup.locator('body')).toContainText('CROSS_SITE')
        await popup.close()
      }
      expect(changes(before, contents(server.data))).toEqual([])
      await page.close()
    }
  } finally {
    evil.close()
  }
})
