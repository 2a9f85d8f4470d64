import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanChoosing from '../../../locales/ch_DE/choosing.json' with { type: 'json' }
import germanCommands from '../../../locales/ch_DE/commands.json' with { type: 'json' }
import germanNotices from '../../../locales/ch_DE/notices.json' with { type: 'json' }
import germanOperations from '../../../locales/ch_DE/operations.json' with { type: 'json' }
import germanStatus from '../../../locales/ch_DE/status.json' with { type: 'json' }
import germanToasts from '../../../locales/ch_DE/toasts.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishChoosing from '../../../locales/ch_EN/choosing.json' with { type: 'json' }
import englishCommands from '../../../locales/ch_EN/commands.json' with { type: 'json' }
import englishNotices from '../../../locales/ch_EN/notices.json' with { type: 'json' }
import englishOperations from '../../../locales/ch_EN/operations.json' with { type: 'json' }
import englishStatus from '../../../locales/ch_EN/status.json' with { type: 'json' }
import englishToasts from '../../../locales/ch_EN/toasts.json' with { type: 'json' }
import { call, HOME, signIn } from '../../support/at-home.ts'
import { ownDemo as test } from '../../support/demo.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person } from '../../support/test.ts'

const words = {
  ch_DE: {
    actions: germanActions,
    choosing: germanChoosing,
    commands: germanCommands.title,
    notices: germanNotices,
    operations: germanOperations,
    parameters: germanCommands.property,
    status: germanStatus,
    toasts: germanToasts,
  },
  ch_EN: {
    actions: englishActions,
    choosing: englishChoosing,
    commands: englishCommands.title,
    notices: englishNotices,
    operations: englishOperations,
    parameters: englishCommands.property,
    status: englishStatus,
    toasts: englishToasts,
  },
}

for (const language of seen('desk')) {
  const { actions, commands, notices, status, toasts } = words[language]

  // 1.2-088 1.2-089 3.2-018 3.2-019 3.2-020 3.4-060 3.4-061
  test(`an administrator looks at operations, retries, cancels and deletes them, each after a yes, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    const session = await signIn(demo, accounts.admin)
    await person.returns(session, language)
    await person.opens('/operations')
    await person.sees()
    const title = page.getByRole('heading', { level: 1 })
    await expect(page.getByRole('link', { name: commands.map_network })).toBeVisible()
    expect(await person.findings()).toEqual([])

    await page.getByRole('link', { name: commands.ping }).click()
    await expect(page).toHaveURL(/\/operation\/details\/demo-operation-ping$/)
    await expect(title).toHaveText(commands.ping)
    await expect(page.getByText(status.operationFault.GATEWAY_OFFLINE).first()).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: actions.retryOperation }).click()
    await expect(page.getByText(notices.confirm.retryOperation.text)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: actions.retryOperation }).click()
    await expect(page.getByText(toasts.operationRetried)).toBeVisible()

    // One that waits for a gateway that nobody hears of, begun elsewhere: its page follows it by itself.
    const offline = await call(
      ...([demo, session, 'GET', '/udm/device/adminList?connectionStatus=offline&limit=1'] as const),
    )
    const [gateway] = (offline?.data ?? []) as { serialNumber: string }[]
    const begun = await call(demo, session, 'POST', '/te_operation/send', {
      ...{ command: 'ping', payload: {}, devices: [gateway?.serialNumber], waitDays: 1 },
    })
    await person.opens(`/operation/details/${String(begun?._id)}`)
    await expect(page.getByText(status.outcome.offline)).toBeVisible()
    await page.getByRole('button', { name: actions.cancelOperation }).click()
    await expect(page.getByText(notices.confirm.cancelOperation.text)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: actions.cancelOperation }).click()
    await expect(page.getByText(toasts.operationCanceled)).toBeVisible()
    await expect(page.getByText(status.outcome.canceled, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: actions.removeThisOperation })).toHaveCount(0)

    await person.goes('/operation/details/demo-operation-open')
    await page.getByRole('button', { name: actions.removeThisOperation }).click()
    await expect(page.getByText(notices.confirm.removeThisOperation.text)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: actions.removeThisOperation }).click()
    await expect(page.getByText(toasts.OPERATION_DELETE_SUCCESS)).toBeVisible()
    await expect(page).toHaveURL(/\/operations$/)
    await expect(page.getByRole('link', { name: commands.map_network })).toBeVisible()
    await expect(page.getByText(commands.open_network)).toHaveCount(0)
  })

  // 3.6-064 3.8-022
  test(`a command with its payload is sent to chosen gateways, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const { operations, parameters } = words[language]
    const { send } = operations
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.admin), language)
    await person.opens('/operations')
    await page.getByRole('button', { name: actions.sendOperation }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(send.command).selectOption('open_network')
    const kind = dialog.getByRole('combobox', { name: parameters.type, exact: true })
    await expect(kind).toBeVisible()
    await dialog.getByRole('button', { name: send.title }).click()
    await expect(dialog.locator('select[aria-invalid]')).toHaveCount(2)
    await expect(dialog.getByText(send.noGateways)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await kind.selectOption('inclusion')
    await dialog.getByText(send.asJson, { exact: true }).click()
    const payload = dialog.getByRole('textbox', { name: send.asJson })
    await expect(payload).toHaveValue(/"type": "inclusion"/)
    await payload.fill('{ "type": ')
    await expect(dialog.getByText(send.notJson)).toBeVisible()
    await payload.fill('{ "type": "inclusion", "network": "zigbee" }')
    await dialog.getByText(send.asForm, { exact: true }).click()
    await expect(dialog.getByRole('combobox', { name: parameters.network, exact: true })).toHaveValue(
      'zigbee',
    )
    await dialog.getByRole('radio', { name: words[language].choosing.ways.filters }).click()
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('radio', { name: words[language].choosing.ways.paste }).click()
    await dialog.getByLabel(words[language].choosing.paste).fill(`${HOME}\nNOBODY-1`)
    await expect(dialog.getByText(words[language].choosing.lineUnknown)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: send.submit_one.replace('{{count}}', '1') }).click()
    await expect(page.getByText(send.sent)).toBeVisible()
    await expect(page).toHaveURL(/\/operation\/details\//)
    // Its page follows it by itself.
    await expect(page.getByText(status.outcome.successful, { exact: true }).first()).toBeVisible()
  })

  test(`3.2-021 an operation that is gone leads back to the list, ${language} @phone @night`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.admin), language)
    await person.opens('/operation/details/none')
    await expect(page).toHaveURL(/\/operations$/)
    await expect(page.getByRole('link', { name: commands.map_network })).toBeVisible()
  })
}
