import limits from '#catalogue/limits.json' with { type: 'json' }
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type {
  AnnouncementContent,
  AnnouncementType,
  AnnouncementWords,
} from '#schemas/generated/entities/announcement-content.ts'
import { isWindow } from '../jobs/window.ts'
import { invalid, Refusal } from '../lib/refusal.ts'

const { announcementTitle, announcementText } = limits.limits

/** spec 3 §5: every way has its own limits, and of several the smaller ones hold. */
export function soundContent(
  content: AnnouncementContent,
  types: readonly AnnouncementType[],
): AnnouncementContent {
  const {
    _id,
    type,
    alsoBy,
    file,
    announcementName,
    title,
    text,
    translations,
    filterType,
    filter,
    ...rest
  } = content
  const name = cleanName(announcementName)
  if (name === '') throw invalid('/announcementName')
  if (types.length === 0) throw invalid('/type', undefined, 'NO_ANNOUNCEMENT_TYPE')
  if (rest.window !== undefined && !isWindow(rest.window)) throw invalid('/window')
  if (file && !types.includes('email')) throw invalid('/file', undefined, 'FILE_NEEDS_EMAIL')
  const entries = (filter ?? []).map(cleanName)
  if (filterType !== 'all' && entries.length === 0) throw invalid('/filter', undefined, 'FILTER_EMPTY')
  if (entries.some((entry) => entry === '')) throw invalid('/filter', undefined, 'FILTER_EMPTY')
  if (new Set(entries.map((entry) => entry.toLowerCase())).size < entries.length)
    throw invalid('/filter', undefined, 'filterAlreadyExist')
  const words = soundWords({ title, text }, types, '')
  return {
    ...rest,
    ...(file && { file }),
    announcementName: name,
    ...words,
    ...(translations && {
      translations: Object.fromEntries(
        Object.entries(translations).map(([language, some]) => [
          language,
          soundWords(some, types, `/translations/${language}`),
        ]),
      ),
    }),
    filterType,
    ...(filterType !== 'all' && { filter: entries }),
  }
}

/** `at`: where the words stand in what was sent. */
export function soundWords(
  { title, text }: AnnouncementWords,
  types: readonly AnnouncementType[],
  at: string,
): AnnouncementWords {
  const said = { title: title.trim(), text: text.trim() }
  if (said.title === '') throw invalid(`${at}/title`)
  if (said.text === '') throw invalid(`${at}/text`)
  const faults = [
    ...(longer(said.title, announcementTitle.value, types) ? ['title'] : []),
    ...(longer(said.text, announcementText.value, types) ? ['text'] : []),
  ].map((field) => ({ errorCode: 'ANNOUNCEMENT_TOO_LONG', field: `${at}/${field}` }))
  if (faults.length > 0) throw new Refusal('invalid', faults)
  return said
}

const longer = (
  text: string,
  most: Readonly<Record<AnnouncementType, number>>,
  types: readonly AnnouncementType[],
): boolean => [...text].length > Math.min(...types.map((type) => most[type]))
