import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { actionContextOf } from '#engine/testing/action-context.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import toasts from '#locales/ch_EN/toasts.json' with { type: 'json' }
import { exportBackup } from './actions.tsx'

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['toasts'])
})
afterEach(() => vi.unstubAllGlobals())

// 3.8-004
test('a backup that cannot be handed out says so, and nothing is downloaded', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json([{ errorCode: 'NOT_FOUND', message: 'gone' }], { status: 404 }),
  )
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  const toast = vi.fn()
  const context = actionContextOf({ bound: { row: { _id: 'b' } }, toast })
  expect(await exportBackup(context)).toMatchObject({ ok: false })
  expect(toast).toHaveBeenCalledExactlyOnceWith({ text: toasts.ERROR_EXPORTING_BACKUP, tone: 'danger' })
  expect(clicked).not.toHaveBeenCalled()
})

// 3.7-046
test('a backup is handed out under the name that the server gives it', async () => {
  const named = {
    'Content-Type': 'application/zip',
    'Content-Disposition': "attachment; filename*=UTF-8''B%C3%BCro%202026.zip",
  }
  vi.stubGlobal('fetch', async () => new Response('zip', { headers: named }))
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
  let name = ''
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download
  })
  const context = actionContextOf({ bound: { row: { _id: 'b' } }, toast: vi.fn() })
  expect(await exportBackup(context)).toMatchObject({ ok: true })
  expect(name).toBe('Büro 2026.zip')
})
