import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { renderPart } from '#engine/testing/render-part.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { GoldenHomeDialog } from './GoldenHomeDialog.tsx'

beforeAll(() => import('#ui/dialog/DialogFrame.tsx'), 60_000)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['drift'])
})

test('14.9 the file of a backup is a model; its passphrase is asked for once it is known to have one', async () => {
  const call = vi
    .fn()
    .mockResolvedValueOnce({ ok: false, status: 409, code: 'BACKUP_PASSPHRASE_NEEDED', message: 'locked' })
    .mockResolvedValueOnce({ ok: false, status: 400, code: 'BACKUP_PASSPHRASE_WRONG', message: 'wrong' })
    .mockResolvedValue({ ok: true, status: 201, data: { _id: 'g1' } })
  const onDone = vi.fn()
  await renderPart(() => <GoldenHomeDialog onDone={onDone} onClose={() => {}} />, definitions, {
    call,
    load: async (operation: string) =>
      operation === 'searchGroups'
        ? { data: [{ _id: 'flats', groupName: 'Flats' }], count: 1 }
        : { data: [], count: 0 },
  })
  const dialog = within(await page.findByRole('dialog'))
  const create = () => userEvent.click(dialog.getByRole('button', { name: 'Make golden home' }))
  await userEvent.type(await dialog.findByLabelText('Name'), 'Flat')
  await userEvent.selectOptions(dialog.getByLabelText(/^Gateways that/), 'flats')
  await userEvent.click(dialog.getByRole('radio', { name: 'A file' }))
  await create()
  expect(dialog.getByText('Choose the file of a backup.')).toBeTruthy()
  expect(call).not.toHaveBeenCalled()

  const file = new File(['zip'], 'model.zip')
  await userEvent.upload(dialog.getByLabelText('Choose the file of a backup'), file)
  expect(dialog.queryByLabelText('Passphrase of the backup')).toBeNull()
  await create()
  // That it is encrypted is no failure.
  expect(dialog.queryByText('locked')).toBeNull()
  await userEvent.type(await dialog.findByLabelText('Passphrase of the backup'), 'no')
  await create()
  expect(onDone).not.toHaveBeenCalled()
  await userEvent.type(dialog.getByLabelText('Passphrase of the backup'), 't this')
  await create()
  expect(onDone).toHaveBeenCalledWith({ _id: 'g1' })
  expect(
    call.mock.calls.map(([operation, input]) => [operation, (input as { passphrase?: string }).passphrase]),
  ).toEqual([
    ['createGoldenHomeFromFile', undefined],
    ['createGoldenHomeFromFile', 'no'],
    ['createGoldenHomeFromFile', 'not this'],
  ])
})
