/** Where people and homes are that have not said otherwise. */
export const USUAL_ZONE = 'Europe/Zurich'

interface Clocks {
  find(userId: string): Promise<{ zone: string } | undefined>
}

/** The clocks that a person goes by: those of the quiet hours, the one zone that people say of themselves (decision 0186). */
export const zoneOf = async (quietHours: Clocks, userId: string): Promise<string> =>
  (await quietHours.find(userId))?.zone ?? USUAL_ZONE
