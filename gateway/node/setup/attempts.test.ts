import { expect, test } from 'vitest'
import { Attempts } from './attempts.ts'

/** Attempts whose line moves when the test says so. */
function slowly() {
  const steps: (() => void)[] = []
  const attempts = new Attempts(
    () => 0,
    () => new Promise<void>((resolve) => void steps.push(resolve)),
  )
  const step = async (): Promise<void> => {
    steps.shift()?.()
    await new Promise(setImmediate)
  }
  return { attempts, step }
}

test('A-03 who tries for the first time goes before who has tried often', async () => {
  const { attempts, step } = slowly()
  for (let host = 0; host < 30; host++) await attempts.admitted(`192.0.2.${host}`)
  const order: string[] = []
  const tried = (who: string, address: string) =>
    void attempts.admitted(address).then((admitted) => order.push(`${who} ${admitted}`))
  tried('guesser, second', '192.0.2.1')
  tried('guesser, third', '192.0.2.1')
  tried('owner', '198.51.100.7')
  for (let n = 0; n < 3; n++) await step()
  expect(order).toEqual(['owner true', 'guesser, second true', 'guesser, third true'])
})

test('A-03 when too many wait, the one that has tried most often has to go', async () => {
  const { attempts, step } = slowly()
  for (let host = 0; host < 30; host++) await attempts.admitted(`192.0.2.${host}`)
  const refused: string[] = []
  const tried = (who: string, address: string) =>
    void attempts.admitted(address).then((admitted) => admitted || refused.push(who))
  for (let host = 0; host < 8; host++)
    for (let n = 0; n < 5; n++) tried(`${host} for the ${n + 2}th time`, `192.0.2.${host}`)
  tried('owner', '198.51.100.7')
  await step()
  expect(refused).toEqual(['7 for the 6th time'])
})
