/* A program for the browser (PPAPI), after the interfaces of [PPAPI-IDL] `ppapi/api`: messages both ways, a picture, callbacks, interfaces that
   are not there. `crosstest/tests/browser.rs` compiles and runs it; it needs no C library. */
#include <stdint.h>

int write(int file, const void *bytes, uint32_t size);
static uint32_t length(const char *s) { uint32_t n = 0; while (s[n]) n++; return n; }
static int same(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return *a == *b; }
static char line[100];
static uint32_t used;
static void say(const char *s) { while (*s) line[used++] = *s++; line[used] = 0; }
static void number(int n) {
    if (n < 0) say("-"), n = -n;
    if (n > 9) number(n / 10);
    char digit[2] = {(char)('0' + n % 10), 0};
    say(digit);
}

struct PP_Var { int32_t type, padding; union { int32_t as_int; double as_double; int64_t as_id; } value; };
struct PP_Size { int32_t width, height; };
struct PP_Point { int32_t x, y; };
struct PP_Rect { struct PP_Point point; struct PP_Size size; };
struct PP_Callback { void (*func)(void *data, int32_t result); void *data; int32_t flags; };
struct Desc { int32_t format; struct PP_Size size; int32_t stride; };
struct Core { void (*add)(int32_t); void (*release)(int32_t); double (*time)(void); double (*ticks)(void);
              void (*main_thread)(int32_t, struct PP_Callback, int32_t); int32_t (*is_main)(void); };
struct VarI { void (*add)(struct PP_Var); void (*release)(struct PP_Var); struct PP_Var (*from)(const char *, uint32_t);
              const char *(*to)(struct PP_Var, uint32_t *); };
struct Messaging { void (*post)(int32_t, struct PP_Var); };
struct Console { void (*log)(int32_t, int32_t, struct PP_Var); };
struct Graphics { int32_t (*create)(int32_t, const struct PP_Size *, int32_t); int32_t (*is)(int32_t);
                  int32_t (*describe)(int32_t, struct PP_Size *, int32_t *);
                  void (*paint)(int32_t, int32_t, const struct PP_Point *, const struct PP_Rect *);
                  void (*scroll)(int32_t, const struct PP_Rect *, const struct PP_Point *); void (*replace)(int32_t, int32_t);
                  int32_t (*flush)(int32_t, struct PP_Callback); };
struct Image { int32_t (*native)(void); int32_t (*supported)(int32_t);
               int32_t (*create)(int32_t, int32_t, const struct PP_Size *, int32_t); int32_t (*is)(int32_t);
               int32_t (*describe)(int32_t, struct Desc *); void *(*map)(int32_t); void (*unmap)(int32_t); };
struct Instance { int32_t (*bind)(int32_t, int32_t); int32_t (*full)(int32_t); };
struct View { int32_t (*is)(int32_t); int32_t (*rect)(int32_t, struct PP_Rect *); int32_t (*full)(int32_t); int32_t (*visible)(int32_t);
              int32_t (*page)(int32_t); int32_t (*clip)(int32_t, struct PP_Rect *); float (*scale)(int32_t); };
struct Loader { int32_t (*create)(int32_t); int32_t (*is)(int32_t); int32_t (*open)(int32_t, int32_t, struct PP_Callback); };

typedef const void *(*GetInterface)(const char *);
static GetInterface get;
static const struct Core *core;
static const struct VarI *var;
static const struct Messaging *messaging;
static int32_t graphics, flushes;

static struct PP_Var text(const char *s) { return var->from(s, length(s)); }
static void post(const char *s) { messaging->post(1, text(s)); }

static void loaded(void *data, int32_t result) {
    used = 0, say(data), say(": "), number(result);
    post(line);
}
static void drawn(void *data, int32_t result) {
    (void)data;
    struct PP_Var count = {3, 0, {.as_int = ++flushes * 10 + result}};
    messaging->post(1, count);
}

static int32_t did_create(int32_t instance, uint32_t argc, const char **names, const char **values) {
    (void)argc, (void)names, (void)values;
    post("created \"here\"\n");
    ((const struct Console *)get("PPB_Console;1.0"))->log(instance, 2, text("look out"));
    core->main_thread(5, (struct PP_Callback){loaded, "later", 0}, 7);
    const struct Loader *loader = get("PPB_URLLoader;1.0");
    loader->open(loader->create(instance), 0, (struct PP_Callback){loaded, "loaded", 0});
    int32_t (*const *unknown)(int32_t) = get("PPB_Unheard_Of;0.3");
    unknown[2](instance);
    return 1;
}
static void did_destroy(int32_t instance) { (void)instance; }
static void change_view(int32_t instance, int32_t view) {
    const struct View *v = get("PPB_View;1.1");
    struct PP_Rect rect;
    v->rect(view, &rect);
    used = 0, number(rect.size.width), say("x"), number(rect.size.height), say(", scale "), number((int)(v->scale(view) * 10));
    say(", time "), number(core->time() > 1e9);
    post(line);
    const struct Graphics *g = get("PPB_Graphics2D;1.0");
    const struct Image *i = get("PPB_ImageData;1.0");
    struct PP_Size size = {8, 4}, part = {4, 4};
    graphics = g->create(instance, &size, 1);
    ((const struct Instance *)get("PPB_Instance;1.0"))->bind(instance, graphics);
    int32_t image = i->create(instance, i->native(), &part, 1);
    uint32_t *pixels = i->map(image);
    for (int at = 0; at < 16; at++) pixels[at] = 0xff0000ff | at << 12; /* BGRA: blue, with some green */
    struct PP_Point corner = {3, 0};
    g->paint(graphics, image, &corner, 0);
    g->flush(graphics, (struct PP_Callback){drawn, 0, 0});
}
static void change_focus(int32_t instance, int32_t focus) { (void)instance, (void)focus; }
static int32_t document(int32_t instance, int32_t loader) { (void)instance, (void)loader; return 0; }
static void handle(int32_t instance, struct PP_Var message) {
    (void)instance;
    uint32_t len;
    const char *bytes = var->to(message, &len);
    used = 0, say("echo "), say(bytes), say(" "), number((int)len);
    post(line);
}

static int32_t initialize(int32_t module, GetInterface browser) {
    (void)module;
    get = browser;
    core = get("PPB_Core;1.0"), var = get("PPB_Var;1.1"), messaging = get("PPB_Messaging;1.0");
    return core && var && messaging && !get("nonsense") ? 0 : -2;
}
static void shutdown_module(void) { write(1, "over\n", 5); }
static const void *get_interface(const char *name) {
    static const struct { int32_t (*create)(int32_t, uint32_t, const char **, const char **); void (*destroy)(int32_t);
        void (*view)(int32_t, int32_t); void (*focus)(int32_t, int32_t); int32_t (*document)(int32_t, int32_t); }
        instance = {did_create, did_destroy, change_view, change_focus, document};
    static const struct { void (*handle)(int32_t, struct PP_Var); } messages = {handle};
    if (same(name, "PPP_Instance;1.1")) return &instance;
    if (same(name, "PPP_Messaging;1.0")) return &messages;
    return 0;
}

typedef uint32_t (*Query)(const char *, void *, uint32_t);
extern Query __nacl_irt_query;

int main(void) {
    struct { int32_t (*start)(const void *); void (*creator)(const void *); } hook;
    static const struct { int32_t (*initialize)(int32_t, GetInterface); void (*shutdown)(void); const void *(*get)(const char *); }
        functions = {initialize, shutdown_module, get_interface};
    if (!__nacl_irt_query || __nacl_irt_query("nacl-irt-ppapihook-0.1", &hook, sizeof hook) != sizeof hook) return 9;
    hook.creator(0);
    return hook.start(&functions);
}
