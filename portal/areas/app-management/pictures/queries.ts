/** A picture is the one thing that does not travel as JSON; the form is made from the file itself. */
export function toForm(picture: File) {
  return {
    // The description of the API has no type for a file: it says text, in the format `binary`.
    body: { avatar: picture.name },
    bodySerializer: () => {
      const form = new FormData()
      form.set('avatar', picture)
      return form
    },
  }
}
