/* SPDX-License-Identifier: ISC */
#include "stats_picture.h"

#include <stdarg.h>

#define FONT "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"

void
picture_begin(FILE *out, double width, double height)
{
	(void)fprintf(out,
	    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\""
	    " height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" role=\"img\""
	    " font-family=\"" FONT "\">\n"
	    "<title>What the games of messenger1 and messenger2 were</title>\n",
	    width, height, width, height);
	picture_box(out, (struct box){0, 0, width, height}, "#ffffff", 1);
}

void
picture_end(FILE *out)
{
	(void)fputs("</svg>\n", out);
}

void
picture_words(FILE *out, const struct words *w, const char *format, ...)
{
	va_list args;

	(void)fprintf(out,
	    "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\""
	    " fill=\"%s\">",
	    w->x, w->y, w->size, w->anchor, w->fill);
	va_start(args, format);
	(void)vfprintf(out, format, args);
	va_end(args);
	(void)fputs("</text>\n", out);
}

void
picture_heading(FILE *out, double x, double y, const char *words)
{
	(void)fprintf(out,
	    "<text x=\"%.1f\" y=\"%.1f\" font-size=\"16\""
	    " font-weight=\"bold\" fill=\"" INK "\">%s</text>\n",
	    x, y, words);
}

void
picture_box(FILE *out, struct box box, const char *fill, double opacity)
{
	(void)fprintf(out,
	    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\""
	    " fill=\"%s\" fill-opacity=\"%.3f\"/>\n",
	    box.x, box.y, box.width, box.height, fill, opacity);
}

void
picture_line(FILE *out, struct point from, struct point to)
{
	(void)fprintf(out,
	    "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"" PALE "\"/>\n", from.x,
	    from.y, to.x, to.y);
}

/* With an end of its own at both, across. */
void
picture_interval(FILE *out, struct point from, struct point to)
{
	double across = 3, x = from.x == to.x ? across : 0, y = across - x;

	(void)fprintf(out,
	    "<path d=\"M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f"
	    " %.1f\" stroke=\"" INK "\" fill=\"none\"/>\n",
	    from.x, from.y, to.x, to.y, from.x - x, from.y - y, from.x + x,
	    from.y + y, to.x - x, to.y - y, to.x + x, to.y + y);
}
