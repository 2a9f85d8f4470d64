import { addTexts } from '#i18n/i18n.ts'
import { languages } from '#i18n/languages.ts'
import type { DeviceSpeech } from '#schemas/generated/entities/device-speech.ts'
import { addIcons } from '#ui/Icon.tsx'

/** Takes over the words and the icons that come along with layouts of devices. */
export function takeSpeech(speech: DeviceSpeech | undefined): void {
  if (!speech) return
  addIcons(speech.icons)
  for (const language of languages) {
    const words = speech.words[language]
    if (words) addTexts(language, words)
  }
}
