import { globSync, readFileSync } from 'node:fs'

export interface Decision {
  /** Four digits, as code cites it. */
  number: string
  /** The file's name in the folder. */
  path: string
  title: string
  date: string
  status: string
  about: string
}

const head =
  /^# (?<number>\d{4}) (?<title>.+)\n\nDate: (?<date>\d{4}-\d\d-\d\d) · Status: (?<status>in force|replaced by \d{4}) · About: (?<about>.+)\n\n## Chosen\n\n[^#]/

/** A decision as its file tells it: head, what was chosen, perhaps what else was weighed, and why. */
export function decision(path: string, text: string): Decision {
  const { number = '', title = '', date = '', status = '', about = '' } = head.exec(text)?.groups ?? {}
  if (!number)
    throw new Error(`${path} does not begin as a decision does: number, date, status, what was chosen`)
  if (!path.startsWith(`${number}-`)) throw new Error(`${path} holds decision ${number}`)
  const sections = text.match(/^## .+$/gm)?.join(' ')
  if (sections !== '## Chosen ## Why' && sections !== '## Chosen ## Weighed ## Why')
    throw new Error(`${path} has the sections ${sections}`)
  return { number, path, title, date, status, about }
}

/** All decisions of a folder by number. */
export function decisions(folder: string): Decision[] {
  const all = globSync('*.md', { cwd: folder })
    .filter((path) => path !== 'README.md')
    .sort()
    .map((path) => decision(path, readFileSync(`${folder}/${path}`, 'utf8')))
  const byNumber = Map.groupBy(all, ({ number }) => number)
  for (const [number, those] of byNumber)
    if (those.length > 1) throw new Error(`${those.map(({ path }) => path).join(' and ')} are both ${number}`)
  for (const { path, status } of all) {
    const [, heir] = /^replaced by (\d{4})$/.exec(status) ?? []
    if (heir && !byNumber.has(heir)) throw new Error(`${path} is replaced by ${heir}, which there is not`)
  }
  return all
}
