import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Engine, EngineContext } from '#engine/engine.ts'
import { changeLanguage, loadAllTexts } from '#i18n/i18n.ts'
import type { ExportTask } from '#schemas/generated/entities/export-task.ts'
import { session } from '#session/session.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { enter } from '../fake-house.ts'
import { counts } from './counts.ts'
import { activity } from './current.ts'
import { lists } from './jobs.ts'
import { following, useFollowed } from './use-following.ts'

let hear: (event: string, data: unknown) => void = () => undefined
const engine = {
  onEvent: (listen: typeof hear) => {
    hear = listen
    return () => undefined
  },
} as unknown as Engine

const Following = () => {
  useFollowed()
  return null
}

beforeAll(() => loadAllTexts(), 60_000)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  enter('users')
  render(
    <EngineContext value={engine}>
      <Following />
    </EngineContext>,
  )
})
afterEach(() => {
  cleanup()
  act(() => session.end())
  for (let one = toasts.current(); one; one = toasts.current()) toasts.dismiss(one.id)
})

const me = (): string => session.state().user?.id ?? ''
const exported = (status: ExportTask['taskState']['status'], userId = me(), progress?: number) => ({
  task: {
    ...{ _id: 't1', userId, requestedAt: '2026-01-01T00:00:00Z', userProfile: { username: 'x' } },
    taskState: { status },
    ...(progress !== undefined && { progress }),
  },
})
const told = (event: string, data: object) => act(() => hear(event, data))
const said = () => toasts.current()

test('what happens before the code that follows it has come is followed, in its order', async () => {
  expect(following.current()).toBeUndefined()
  told('export_updated', exported('In Progress'))
  told('export_failed', exported('Failed'))
  expect(activity.current().news).toEqual([])
  await act(() => following.load())
  expect(activity.current().jobs).toMatchObject([{ kind: 'export', state: 'failed' }])
  expect(activity.current().news).toMatchObject([{ text: 'export_failed' }])
  expect(counts.current()).toEqual({ running: 0, unread: 1 })
  expect(said()).toMatchObject({ text: 'An export of personal data has failed' })
})

test('an export is a job of the person alone, with how far it is', () => {
  told('export_updated', exported('In Progress', 'somebody-else'))
  expect(activity.current().jobs).toEqual([])
  told('export_updated', exported('In Progress', me(), 40))
  expect(activity.current().jobs).toMatchObject([
    { kind: 'export', serialNumber: '', state: 'running', progress: 40 },
  ])
  told('export_updated', exported('Completed'))
  expect(activity.current().jobs).toMatchObject([{ kind: 'export', state: 'done' }])
  expect(said()).toBeUndefined()
})

test('3.4-008 a failed export is said at once, and stands with the news', () => {
  told('export_updated', exported('In Progress'))
  told('export_failed', exported('Failed'))
  expect(said()).toMatchObject({ text: 'An export of personal data has failed', tone: 'danger' })
  expect(activity.current().jobs).toMatchObject([{ kind: 'export', state: 'failed' }])
  expect(activity.current().news).toMatchObject([{ text: 'export_failed', tone: 'danger' }])
})

test('what was missed is made up for: a job that ran is over, one that runs is known, and what is long over is no news', () => {
  const [list] = lists
  if (!list) throw new Error('nothing is listed')
  const listed = (status: ExportTask['taskState']['status']) =>
    act(() => activity.listed(list, exported(status).task, Date.now(), { me: me() }))
  listed('Completed')
  expect(activity.current().jobs).toEqual([])
  listed('In Progress')
  expect(activity.current().jobs).toMatchObject([{ kind: 'export', state: 'running' }])
  listed('Failed')
  expect(activity.current().jobs).toMatchObject([{ kind: 'export', state: 'failed' }])
})
