import { ANNOUNCEMENT, type Facts } from '../announcements/views.ts'
import type { KeptAnnouncement } from '../store/fleet/announcements.ts'
import { orderedId } from '../store/ordered-id.ts'
import type { Repositories } from '../store/store.ts'

const DAY = 86_400_000
const ID = 'demo-announcement'
const [RECIPIENTS, FAILS_EVERY] = [24, 12]

const content: KeptAnnouncement = {
  ...{ _id: ID, type: 'email', announcementName: 'Wartung im November', topicType: 'SYS', filterType: 'all' },
  title: 'Wartung in der Nacht auf Mittwoch',
  text: 'Zwischen 02:00 und 02:30 ist {{gateway}} von aussen nicht erreichbar.',
  translations: {
    ch_DE: {
      title: 'Wartung in der Nacht auf Mittwoch',
      text: 'Zwischen 02:00 und 02:30 ist {{gateway}} von aussen nicht erreichbar.',
    },
    ch_EN: {
      title: 'Maintenance in the night to Wednesday',
      text: 'Between 02:00 and 02:30 {{gateway}} cannot be reached from outside.',
    },
  },
}

/** An announcement that has gone out, to look at. */
export async function seedAnnouncements(
  { jobs, announcements }: Pick<Repositories, 'jobs' | 'announcements'>,
  people: readonly string[],
  now: number,
): Promise<void> {
  const began = now - 6 * DAY
  const facts: Facts = {
    ...{ contentId: ID, type: 'email', topicType: 'SYS', userInitiated: 'Markus Aebischer' },
  }
  await announcements.put(content, began)
  await jobs.begin(
    {
      ...{ id: ID, kind: ANNOUNCEMENT, title: content.announcementName, begunBy: 'demo-admin' },
      ...{ facts: { ...facts }, createdAt: began, plan: { concurrency: 4, retries: 3, waveGap: 0 } },
    },
    people.slice(0, RECIPIENTS).map((subject) => ({ id: orderedId(began), subject, wave: 0 })),
  )
  for (let n = 1; n <= RECIPIENTS; n++) {
    const at = began + n * 400
    const [task] = await jobs.claim(ID, { wave: 0, now: at, until: now, limit: 1 })
    if (!task) break
    await jobs.end(
      task,
      n % FAILS_EVERY === 0
        ? { state: 'failed', code: 'NO_ADDRESS', at: at + 90 }
        : { state: 'done', result: {}, at: at + 90 },
    )
  }
  await jobs.change(ID, ['running'], { state: 'done', startedAt: began, endedAt: began + RECIPIENTS * 400 })
}
